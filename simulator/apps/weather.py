"""Weather: the world's weather here, an estimate elsewhere; a daily line, warnings."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import parse_link, view_filter
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

CONDITIONS = (
    ("Sunny", "晴"),
    ("Partly cloudy", "多云"),
    ("Cloudy", "阴"),
    ("Light rain", "小雨"),
    ("Rain", "中雨"),
    ("Windy", "大风"),
)
TODAY_ID = 1


class WeatherApp(PagedApp):
    """Shows `world.weather`; other places and days are estimated from their names (always the same for the same)."""

    package = "com.google.android.apps.weather"
    manifest = Manifest(
        "Weather",
        "天气",
        (
            ActivitySpec(
                "com.google.android.apps.weather.home.HomeActivity",
                (LAUNCHER, view_filter("gweather")),
                launcher=True,
            ),
        ),
        permissions=("android.permission.ACCESS_COARSE_LOCATION", "android.permission.POST_NOTIFICATIONS"),
        version_name="1.0.20240412",
        version_code=240412000,
        color="#4285f4",
        channels={"current": 2, "forecast": 3, "alerts": 4},
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme != "gweather":
            return None
        return "home", {"location": link.get("location"), "date": link.get("date")}

    # -- what the day says

    def _event_forecast(self, data: dict[str, Any]) -> None:
        """The daily forecast: optional `title`, `text`; else from the world's weather."""
        weather = self.phone.state.world.weather
        title = str(data.get("title") or self.say("Today's forecast", "今日天气"))
        chance = self.say(f"{weather.rain_chance}% rain", f"降雨概率{weather.rain_chance}%")
        low_high = f"{weather.low_c:.0f}° / {weather.high_c:.0f}°"
        text = str(data.get("text") or f"{weather.condition}, {low_high}, {chance}")
        self.post(title, text, id=TODAY_ID + 1, channel="forecast", open_uri="gweather://forecast")

    def _event_current(self, data: dict[str, Any]) -> None:
        """The weather now, as a quiet ongoing notification."""
        weather = self.phone.state.world.weather
        self.post(
            f"{weather.temperature_c:.0f}° · {self.phone.state.world.city}",
            weather.condition,
            id=TODAY_ID,
            channel="current",
            ongoing=True,
            open_uri="gweather://forecast",
        )

    def _event_alert(self, data: dict[str, Any]) -> None:
        """A weather warning: `text`, maybe `title`."""
        title = str(data.get("title") or self.say("Weather alert", "天气预警"))
        text = str(data.get("text", ""))
        self.phone.state.world.weather.alert = text or title
        self.post(title, text, channel="alerts", open_uri="gweather://forecast")

    # -- forecasts

    def _day(self, words: str) -> tuple[str, int]:
        """A day in words and how many days it is ahead."""
        today = self.local().date()
        plain = words.strip().casefold()
        if plain in ("", "today", "今天"):
            return self.say("Today", "今天"), 0
        if plain in ("tomorrow", "明天"):
            return self.say("Tomorrow", "明天"), 1
        try:
            return words, (date.fromisoformat(plain[:10]) - today).days
        except ValueError:
            return words, 1 + stable(plain, 6)

    def estimate(self, place: str, ahead: int) -> tuple[str, float, float, int]:
        """Condition, high and low in °C, rain chance in percent."""
        weather = self.phone.state.world.weather
        here = place.strip().casefold() in ("", self.phone.state.world.city.casefold())
        if here and ahead == 0:
            return weather.condition, weather.high_c, weather.low_c, weather.rain_chance
        if here and ahead == 1 and weather.tomorrow:
            return weather.tomorrow, weather.high_c, weather.low_c, weather.rain_chance
        key = f"{place}/{self.local().date() + timedelta(days=ahead)}"
        kind = stable(key, len(CONDITIONS))
        base = weather.high_c if here else 8.0 + stable(place, 20)
        high = base + stable(key + "high", 7) - 3
        return self.say(*CONDITIONS[kind]), high, high - 5 - stable(key, 5), (5, 15, 30, 60, 80, 20)[kind]

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        weather = self.phone.state.world.weather
        city = here.get("location") or self.phone.state.world.city
        label, ahead = self._day(here.get("date", ""))
        condition, high, low, rain = self.estimate(city, ahead)
        at_home = city.casefold() == self.phone.state.world.city.casefold()
        now = weather.temperature_c if at_home and ahead == 0 else round((high * 2 + low) / 3)
        rows: list[View] = [
            self.line(label, id="forecast_date"),
            self.line(f"{now:.0f} °C", id="temperature", font_size=44),
            self.line(condition, id="condition", font_size=22),
            self.line(
                self.say(
                    f"High {high:.0f}° · Low {low:.0f}° · Rain {rain}%", f"最高{high:.0f}° 最低{low:.0f}° 降雨{rain}%"
                ),
                id="high_low",
            ),
        ]
        if at_home and ahead == 0:
            if weather.alert:
                rows.insert(0, self.box(self.say("Warning", "预警"), weather.alert, id="alert"))
            rows += [
                self.item(f"{hour:02d}:00", f"{what} · {degrees:.0f}° · {chance}%", id="hour")
                for hour, what, degrees, chance in weather.hourly
            ]
        rows.append(self.head(self.say("Next days", "未来几天")))
        for later in range(ahead + 1, ahead + 6):
            what, top, bottom, chance = self.estimate(city, later)
            day = self.date(self.now + later * 86_400_000)
            rows.append(self.item(day, f"{what} · {top:.0f}° / {bottom:.0f}° · {chance}%", id="day"))
        search = self.field(here, "location", self.say("Search for a location", "搜索地点"), id="search_location")
        return self.screen(activity, city, search, *rows)
