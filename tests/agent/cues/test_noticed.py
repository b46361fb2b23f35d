"""Needs that nobody speaks of: what notices, the calendar, places and the phone's own state say, and their near-misses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Build = Callable[..., Any]
HOME = {"name": "home", "kind": "home", "latitude": 48.2, "longitude": 16.37, "address": "Lindengasse 7, 1070 Vienna"}
WORK = {"name": "office", "kind": "work", "latitude": 48.22, "longitude": 16.4, "address": "Hafenweg 3, 1020 Vienna"}
PARK = {"name": "Prater", "kind": "park", "latitude": 48.21, "longitude": 16.41}
SHOP = {"name": "greengrocer", "kind": "shop", "latitude": 48.19, "longitude": 16.36}
CALENDAR = "com.google.android.calendar"
HOME_APP = "com.google.android.apps.chromecast.app"


class TestSchedule:
    def test_an_appointment_by_text_message(self, scene: Build) -> None:
        made = scene().sms(
            "+43123", "Your appointment at Dr. Klein is confirmed for 15.06. at 09:30. Please be on time."
        )
        assert 'start="2026-06-15T09:30"' in made.best()

    def test_one_that_the_calendar_holds(self, scene: Build) -> None:
        made = scene().sms("+43123", "Your appointment at Dr. Klein is confirmed for 15.06. at 09:30.")
        assert made.event("Dr. Klein", "2026-06-15 09:30", "2026-06-15 10:00").best() == ""

    def test_a_promotion_with_a_date(self, scene: Build) -> None:
        assert scene().sms("SHOES", "Big summer sale on 15.06. from 09:30! Reply STOP to opt out").best() == ""

    def test_a_moved_event(self, scene: Build) -> None:
        made = scene().chat("Oskar Lind", "The design review is now at 16:00 instead of 15:00")
        assert made.event("Design review", "15:00", "16:00").best() == (
            'update_calendar_event(event="Design review", start="2026-06-10T16:00")'
        )

    def test_something_moved_that_the_user_does_not_go_to(self, scene: Build) -> None:
        made = scene().mail("City", "The fair has moved", "The fair on 24 June at 10:00 is now in the town hall.")
        assert made.event("Design review", "15:00", "16:00").best() == ""

    def test_a_deadline(self, scene: Build) -> None:
        made = scene().mail("University", "Thesis", "The registration deadline is on Friday, 12 June at 16:00.")
        assert 'time="2026-06-12T09:00"' in made.best()

    def test_a_timer_for_the_dryer_if_the_user_sets_timers(self, scene: Build) -> None:
        made = scene().notice(HOME_APP, "Dryer", "Programme started, 55 minutes remaining")
        assert made.best() == ""
        assert "set_timer(seconds=3300" in made.about("I set a timer when the dryer starts.").best()

    def test_not_when_it_is_finished(self, scene: Build) -> None:
        made = (
            scene().about("I set a timer when the dryer starts.").notice(HOME_APP, "Dryer", "Finished after 55 minutes")
        )
        assert made.best() == ""

    def test_a_visit_moved_to_a_day_that_the_calendar_lacks(self, scene: Build) -> None:
        text = "We had to reschedule Bello's vaccination from Thu 11.06. to Mon 15.06. at 16:20."
        assert 'start="2026-06-15T16:20"' in scene().sms("Vet", text).best()


class TestWaking:
    def flight(self, scene: Build) -> Any:
        made = scene(at="2026-06-10 20:00").event("Flight OS111", "2026-06-11 06:50", "2026-06-11 08:50", "Airport")
        return made.mail(
            "Airline", "Your boarding pass", "Flight OS111 tomorrow departs 06:50. Be at the airport by 05:30."
        )

    def test_an_early_flight_and_a_late_alarm(self, scene: Build) -> None:
        assert self.flight(scene).alarm("2026-06-11 07:00").best() == "set_alarm(hour=4, minute=0)"

    def test_an_alarm_that_rings_in_time(self, scene: Build) -> None:
        assert self.flight(scene).alarm("2026-06-11 03:45").best() == ""

    def test_an_advertisement_that_names_an_hour(self, scene: Build) -> None:
        made = scene(at="2026-06-10 20:00").alarm("2026-06-11 08:00")
        assert (
            made.mail("Travel Deals", "Leave tomorrow", "Flights at 06:50 tomorrow from 49 euros. Book now.").best()
            == ""
        )

    def test_work_begins_later(self, scene: Build) -> None:
        made = scene(at="2026-06-10 05:30").alarm("06:30").sms("HR", "Hafenweg office closed today, work is cancelled.")
        assert made.best() == "dismiss_alarm(hour=6, minute=30)"

    def test_another_house_is_closed(self, scene: Build) -> None:
        made = scene(at="2026-06-10 05:30").alarm("06:30").sms("Museum", "The museum is closed today.")
        assert made.best() == ""


class TestJourneys:
    def test_an_online_meeting_begins(self, scene: Build) -> None:
        made = scene(at="2026-06-10 13:57").event(
            "Sync", "14:00", "14:30", "https://teams.microsoft.com/l/meetup-join/x"
        )
        assert "join_meeting" in made.notice(CALENDAR, "Sync", "14:00 – 14:30", category="event").best()

    def test_a_declined_one(self, scene: Build) -> None:
        made = scene(at="2026-06-10 13:57").event("Declined: Sync", "14:00", "14:30", "https://zoom.us/j/1234567")
        assert made.notice(CALENDAR, "Declined: Sync", "14:00 – 14:30", category="event").best() == ""

    def test_the_way_to_an_event(self, scene: Build) -> None:
        made = scene(at="2026-06-10 13:00").event("Notary", "14:00", "14:30", "Kanzlei Weiss, Ringstraße 5")
        made.notice(CALENDAR, "Notary", "14:00 – 14:30", category="event")
        assert made.best() == 'navigate_to(destination="Kanzlei Weiss, Ringstraße 5")'

    def test_a_meeting_in_a_room(self, scene: Build) -> None:
        made = scene(at="2026-06-10 13:00").event("Budget", "14:00", "14:30", "Room 4, 2nd floor")
        assert made.notice(CALENDAR, "Budget", "14:00 – 14:30", category="event").best() == ""

    def test_the_ticket_at_the_station(self, scene: Build) -> None:
        made = scene(at="2026-06-10 17:40").event("Train RJ565 to Salzburg", "18:00", "20:00", "Central station")
        assert made.position(48.18, 16.37).best() == 'show_ticket(kind="train")'
        assert (
            scene(at="2026-06-10 17:40").event("Dinner", "18:00", "20:00", "Gasthaus").position(48.18, 16.37).best()
            == ""
        )

    def test_the_users_own_line(self, scene: Build) -> None:
        def morning(line: str) -> str:
            made = scene(at="2026-06-10 07:20").about(
                "I take the U6 to work.", habits=[{"what": "commute", "time": "07:30"}]
            )
            return str(
                made.place(HOME, arrived=300).notice("at.transit", f"{line}: no service", "Signal failure").best()
            )

        assert morning("U6") == 'check_route(destination="Hafenweg 3, 1020 Vienna")'
        assert morning("U4") == ""

    def test_someone_waits_and_the_train_is_late(self, scene: Build) -> None:
        made = scene(at="2026-06-10 18:00").event("Train RJ565 to Vienna", "18:10", "20:00", "Linz")
        made.notice("at.rail", "RJ565: 35 min late", "New departure 18:45")
        assert made.best() == ""
        told = made.chat("Runa Holm", "When are you home? tell me if you are late", ago=120).best()
        assert told.startswith('send_message(app="com.whatsapp", recipient="Runa Holm"')
        assert "35 minutes late" in told

    def test_a_ride_home_in_the_rain(self, scene: Build) -> None:
        made = scene(at="2026-06-10 23:30").about("After eleven at night I take a taxi home when it rains.")
        made.position(48.25, 16.45)
        assert made.best() == ""
        assert "request_ride" in made.notice("com.weather", "Rain now", "Rain until 01:00").best()

    def test_something_is_ready_to_fetch(self, scene: Build) -> None:
        made = scene().sms("Pharmacy", "Your prescription is ready for pickup at Engel Apotheke, Neubaugasse 12.")
        assert "Engel Apotheke" in made.best()
        assert scene().sms("Pharmacy", "We will text you when your prescription is ready.").best() == ""


class TestPlaces:
    def test_the_scene_of_coming_home(self, scene: Build) -> None:
        wish = 'When I come home in the evening I start the scene "Relax".'
        assert scene(at="2026-06-10 18:40").about(wish).place(HOME).best() == 'run_scene(name="Relax")'
        assert scene(at="2026-06-10 12:40").about(wish).place(HOME).best() == ""
        assert scene(at="2026-06-10 18:40").about(wish).place(HOME, arrived=90).best() == ""

    def test_a_workout_at_its_place_and_time(self, scene: Build) -> None:
        habit = {"what": "evening run", "days": ["wed"], "time": "18:00", "place": "Prater"}
        profile = {"habits": [habit], "places": [HOME, WORK, PARK]}
        assert scene(at="2026-06-10 18:02", profile=profile).place(PARK).best() == 'start_workout(activity="running")'
        assert scene(at="2026-06-11 18:02", profile=profile).place(PARK).best() == ""
        assert scene(at="2026-06-10 18:02", profile=profile).place(WORK).best() == ""

    def test_the_parcel_at_the_locker_near_home(self, scene: Build) -> None:
        def there(text: str, **place: Any) -> str:
            made = scene(at="2026-06-10 17:40").notice("com.post", "Parcel ready", text, ago=300)
            return str(made.position(48.2025, 16.372, **place).best())

        assert there("Locker Lindengasse · Pickup code 7788") == "show_pickup_code()"
        assert there("On its way") == ""
        assert there("Locker Lindengasse · Pickup code 7788", arrived=60) == ""

    def test_a_stop_that_a_meal_explains(self, scene: Build) -> None:
        made = scene(at="2026-06-10 17:40").notice("com.post", "Parcel ready", "Locker · Pickup code 7788", ago=300)
        made.chat("Oskar Lind", "beer at 18:00 in the garden?", ago=60).position(48.2025, 16.372)
        assert made.best() == ""

    def test_the_payment_code_in_the_shop(self, scene: Build) -> None:
        made = scene(profile={"places": [HOME, SHOP]}).about("At the greengrocer I pay with my wallet's code.")
        assert made.place(SHOP).best() == "show_payment_code()"
        assert scene(profile={"places": [HOME, SHOP]}).place(SHOP).best() == ""


class TestAttention:
    def test_do_not_disturb_at_its_hour(self, scene: Build) -> None:
        habits = [{"what": "do not disturb", "time": "22:30-06:30"}]
        night = scene(at="2026-06-10 22:42", profile={"habits": habits}).zen("off").screen(False)
        assert night.best() == 'set_do_not_disturb(mode="priority")'
        assert scene(at="2026-06-10 21:42", profile={"habits": habits}).zen("off").screen(False).best() == ""
        assert scene(at="2026-06-10 22:42", profile={"habits": habits}).zen("alarms").screen(False).best() == ""

    def test_dark_mode_while_the_phone_is_used(self, scene: Build) -> None:
        made = (
            scene(at="2026-06-10 21:10")
            .about("After nine in the evening I prefer dark mode.")
            .screen(True, "com.reader")
        )
        assert made.night_look("no").best() == "set_dark_mode(enabled=true)"
        assert made.night_look("yes").best() == ""

    def test_the_opera(self, scene: Build) -> None:
        made = scene(at="2026-06-10 19:22").about("My phone must be silent at the opera.").position(48.203, 16.369)
        made.event("Opera: Tosca", "19:30", "22:00", "House").notice(
            CALENDAR, "Opera: Tosca", "19:30", category="event"
        )
        assert made.ringer("normal").best() == 'set_ringer_mode(mode="vibrate")'
        assert made.ringer("vibrate").best() == ""

    def test_headphones_lost(self, scene: Build) -> None:
        assert scene().headphones(None).playing().best() == 'control_playback(action="pause")'
        assert scene().headphones(None).best() == ""

    def test_the_podcast_on_the_way(self, scene: Build) -> None:
        def with_it(at: str, where: dict[str, Any]) -> str:
            made = scene(at=at).about(
                "On the tram to work I listen to the podcast Deep Sea.",
                habits=[{"what": "commute to work", "days": ["wed"], "time": "07:30"}],
                preferences={"podcast": "Deep Sea"},
            )
            return str(made.headphones("AirPods Pro").place(where).best())

        assert with_it("2026-06-10 07:40", PARK) == 'play_music(query="Deep Sea")'
        assert with_it("2026-06-10 12:40", WORK) == ""


class TestThePhone:
    def test_the_battery(self, scene: Build) -> None:
        assert scene().battery(12).best() == "set_battery_saver(enabled=true)"
        assert scene().battery(12, plugged="ac").best() == ""
        assert scene().battery(21).best() == ""
        assert scene(at="2026-06-10 21:00").battery(12).place(HOME).best() == ""

    def test_storage_and_network(self, scene: Build) -> None:
        assert scene().notice("com.android.systemui", "Storage space running out", "").best() == "free_up_storage()"
        assert scene().notice("com.photos", "Storage almost full", "Buy more cloud storage").best() == ""
        dead = scene().notice("com.android.systemui", "CafeNet has no internet access", "Tap for options")
        assert dead.best() == "set_wifi(enabled=false)"
        assert scene().notice("com.android.systemui", "Open Wi-Fi nearby", "Connect to CafeNet").best() == ""

    def test_missed_calls(self, scene: Build) -> None:
        assert scene().missed("Runa Holm", "+43660111222").best() == 'make_call(recipient="Runa Holm")'
        assert scene().missed("Runa Holm", "+43660111222", then="called back").best() == ""
        assert scene().missed("", "+43199999").best() == ""
        assert scene().missed("Runa Holm", "+43660111222", ago=0.5).best() == ""

    def test_a_call_while_at_work_where_the_user_texts_instead(self, scene: Build) -> None:
        made = scene().about("If Runa calls while I am in meetings, I text her.").place(WORK, arrived=200)
        assert made.missed("Runa Holm", "+43660111222").best().startswith('send_sms(recipient="Runa Holm"')


class TestMoneyAndParcels:
    def test_a_bill_due_today(self, scene: Build) -> None:
        due = scene().mail("City Water", "Invoice", "Your invoice of EUR 54.10 is due today. Please pay.")
        assert due.best() == 'pay_bill(biller="City Water", amount="EUR 54.10")'
        for body in (
            "Your invoice of EUR 54.10 is due on 30 June.",
            "Your invoice of EUR 54.10, due today, will be collected by direct debit.",
            "Thank you for your payment of EUR 54.10 today.",
        ):
            assert scene().mail("City Water", "Invoice", body).best() == ""

    def test_a_request_for_money(self, scene: Build) -> None:
        made = scene().notice("com.bank", "Oskar Lind requests €18.50", "For the gift. Due today")
        assert made.best() == 'pay_bill(biller="Oskar Lind", amount="€18.50")'

    def test_a_price_that_was_waited_for(self, scene: Build) -> None:
        def at(price: str) -> str:
            made = scene().about("I wait until the coffee grinder in my cart costs less than 150 euros.")
            return str(made.notice("com.shop", "Price drop in your cart", f"Coffee grinder X now {price} EUR").best())

        assert at("139.00") == "open_cart()"
        assert at("159.00") == ""

    def test_parcels(self, scene: Build) -> None:
        late = scene().sms("Carrier", "Your parcel 01976543210987 is delayed.")
        assert late.best() == 'track_parcel(tracking_number="01976543210987")'
        assert scene().sms("Carrier", "Your parcel 01976543210987 was delivered.").best() == ""
        assert scene().notice("com.dialer", "Missed call", "+431234567890", category="missed_call").best() == ""


class TestHomeHealthWeather:
    def test_left_open(self, scene: Build) -> None:
        text = "The garage door has been open for 10 minutes and nobody is home"
        made = scene().notice(HOME_APP, "Garage", text)
        assert made.position(48.3, 16.3, arrived=60).best() == 'control_device(device="garage", state="closed")'
        assert scene().notice(HOME_APP, "Garage", text).place(HOME, arrived=60).best() == ""

    def test_a_cold_room(self, scene: Build) -> None:
        wish = "When the living room is below 19 degrees I turn on the radiator."
        cold = scene(at="2026-06-10 19:00").about(wish).place(HOME, arrived=60)
        assert (
            cold.notice(HOME_APP, "Living room", "It is 17 °C").best()
            == 'control_device(device="radiator", state="on")'
        )
        warm = scene(at="2026-06-10 19:00").about(wish).place(HOME, arrived=60)
        assert warm.notice(HOME_APP, "Living room", "It is 21 °C").best() == ""

    def test_readings_that_the_user_logs(self, scene: Build) -> None:
        made = scene().notice("com.omron", "Blood pressure measured", "128/82 mmHg, pulse 66")
        assert made.best() == ""
        logged = made.about("I record my blood pressure every morning.").best()
        assert logged == 'log_health_metric(kind="blood_pressure", value="128/82", unit="mmHg")'

    def test_a_warning_for_something_outdoors(self, scene: Build) -> None:
        warn = ("com.weather", "Severe thunderstorm warning", "Vienna from 14:00")
        assert scene().event("Picnic", "14:00", "17:00", "Augarten").notice(*warn).best() == "show_weather()"
        assert scene().event("Budget", "14:00", "17:00", "Room 4").notice(*warn).best() == ""
        elsewhere = ("com.weather", "Severe thunderstorm in Graz", "Graz, one of your saved places")
        assert scene().event("Picnic", "14:00", "17:00", "Augarten").notice(*elsewhere).best() == ""

    def test_new_numbers_and_a_well_known_fraud(self, scene: Build) -> None:
        new = scene().sms("+43664999888", "Hi, this is Gerda Brandt from the choir. Please save this number.")
        assert new.best() == 'add_contact(name="Gerda Brandt", phone="+43664999888")'
        fraud = "Hi mum, my phone broke, this is my new number, please save it and send money"
        assert scene().sms("+43664999888", fraud).best() == ""

    def test_birthdays_of_people_that_the_user_knows(self, scene: Build) -> None:
        made = scene().notice(CALENDAR, "Runa's birthday", "Today", category="event")
        assert made.best().startswith('send_message(app="WhatsApp", recipient="Runa Holm"')
        assert scene().notice(CALENDAR, "Runa's birthday", "Tomorrow", category="event").best() == ""

    def test_flights(self, scene: Build) -> None:
        made = scene(at="2026-06-10 12:00").notice("com.airline", "Now boarding", "Gate F12")
        assert made.best() == ""
        assert made.event("Flight OS1 to Rome", "12:40", "14:00").best() == 'show_ticket(kind="flight")'
        off = (
            scene(at="2026-06-10 12:30")
            .event("Flight OS1 to Rome", "12:40", "14:00")
            .setting("global", airplane_mode_on="0")
        )
        off.notice("com.airline", "Boarding complete", "Please switch to flight mode")
        assert off.best() == "set_airplane_mode(enabled=true)"

    def test_a_scene_on_leaving(self, scene: Build) -> None:
        made = scene(at="2026-06-10 08:00").about('When I leave home I start the scene "Away".').position(48.205, 16.38)
        assert made.best() == 'run_scene(name="Away")'

    def test_nothing_in_the_news(self, scene: Build) -> None:
        made = scene().notice("com.news", "Breaking", "Storm closes line U6, trains late", category="news")
        assert made.best() == ""
