"""The apps of the simulated phone, one file an app."""

from simulator.apps.aftership import AfterShipApp
from simulator.apps.amazon import AmazonApp
from simulator.apps.app import ActivitySpec, App, IntentFilter, Manifest
from simulator.apps.browser import BrowserApp
from simulator.apps.calendar import CalendarApp
from simulator.apps.camera import CameraApp
from simulator.apps.clock import ClockApp
from simulator.apps.contacts import ContactsApp
from simulator.apps.dialer import DialerApp
from simulator.apps.eats import EatsApp
from simulator.apps.files import FilesApp
from simulator.apps.fitness import FitnessApp
from simulator.apps.home import HomeApp
from simulator.apps.launcher import LauncherApp
from simulator.apps.mail import MailApp
from simulator.apps.maps import MapsApp
from simulator.apps.messages import MessagesApp
from simulator.apps.music import MusicApp
from simulator.apps.notes import NotesApp
from simulator.apps.opentable import OpenTableApp
from simulator.apps.photos import PhotosApp
from simulator.apps.ride import RideApp
from simulator.apps.settings import SettingsApp
from simulator.apps.slack import SlackApp
from simulator.apps.systemui import SystemUiApp
from simulator.apps.train import TrainApp
from simulator.apps.translate import TranslateApp
from simulator.apps.twitter import TwitterApp
from simulator.apps.video import VideoApp
from simulator.apps.wallet import WalletApp
from simulator.apps.weather import WeatherApp
from simulator.apps.whatsapp import WhatsAppApp
from simulator.apps.zoom import ZoomApp

ALL_APPS: list[type[App]] = [
    SystemUiApp,
    LauncherApp,
    SettingsApp,
    AfterShipApp,
    AmazonApp,
    BrowserApp,
    CalendarApp,
    CameraApp,
    ClockApp,
    ContactsApp,
    DialerApp,
    EatsApp,
    FilesApp,
    FitnessApp,
    HomeApp,
    MailApp,
    MapsApp,
    MessagesApp,
    MusicApp,
    NotesApp,
    OpenTableApp,
    PhotosApp,
    RideApp,
    SlackApp,
    TrainApp,
    TranslateApp,
    TwitterApp,
    VideoApp,
    WalletApp,
    WeatherApp,
    WhatsAppApp,
    ZoomApp,
]

__all__ = ["ALL_APPS", "ActivitySpec", "App", "IntentFilter", "Manifest"]
