"""`content://com.android.contacts` (ContactsProvider2.java): contacts, data, raw contacts, phone lookup."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from simulator.services.providers.base import Provider, Row, Table, Uri, illegal, number, text
from simulator.state import Contact, RawContact

_ITEM = "vnd.android.cursor.item/"
NAME, PHONE, EMAIL = _ITEM + "name", _ITEM + "phone_v2", _ITEM + "email_v2"
_CONTACT_COLUMNS = (
    "_id", "display_name", "display_name_alt", "sort_key", "phonetic_name", "starred", "has_phone_number",
    "in_visible_group",
    "lookup", "photo_id", "photo_uri", "photo_thumb_uri", "times_contacted", "last_time_contacted", "custom_ringtone",
    "send_to_voicemail", "pinned", "name_raw_contact_id", "contact_last_updated_timestamp", "is_user_profile",
)  # fmt: skip
_DATA_COLUMNS = (
    "_id", "raw_contact_id", "contact_id", "mimetype", "is_primary", "is_super_primary", "data_version",
    *(f"data{n}" for n in range(1, 16)),
    "display_name", "display_name_alt", "starred", "lookup", "has_phone_number", "photo_id",
    "photo_uri", "account_type", "account_name", "times_used", "last_time_used", "contact_presence",
)  # fmt: skip
_RAW_COLUMNS = (
    "_id", "contact_id", "account_name", "account_type", "data_set", "sourceid", "version", "dirty", "deleted",
    "display_name",
    "display_name_alt", "sort_key", "starred", "aggregation_mode", "times_contacted", "last_time_contacted",
)  # fmt: skip
_LOOKUP_COLUMNS = (
    "_id", "contact_id", "data_id", "lookup", "display_name", "last_time_contacted", "times_contacted", "starred",
    "in_visible_group", "photo_id", "photo_uri", "photo_thumb_uri", "custom_ringtone", "has_phone_number",
    "send_to_voicemail",
    "number", "type", "label", "normalized_number",
)  # fmt: skip
_ROWS_A_CONTACT = 1000  # ids of data rows: contact × this + place in the contact
_EMAIL_PLACE, _NOTE_PLACE = 300, 600


def digits(number_text: str) -> str:
    """The digits of a phone number."""
    return "".join(c for c in number_text if c.isascii() and c.isdigit())


def same_number(one: str, other: str) -> bool:
    """Whether two phone numbers reach the same phone: they agree in their last digits, 7 at least."""
    a, b = digits(one), digits(other)
    if not a or not b:
        return one == other
    size = min(len(a), len(b))
    if size < 7:
        return a == b
    # a country code stands for the leading zero of the national form
    tail = min(size - (a[0] == "0" or b[0] == "0"), 9)
    return a[-tail:] == b[-tail:]


def _prefixes(name: str, words: str) -> bool:
    """Whether every word begins a word of the name; in names written without spaces (Chinese) it may stand inside."""
    if not name.isascii() and " " not in name and words:
        return words in name
    parts = name.casefold().replace("-", " ").split()
    return all(any(part.startswith(word) for part in parts) for word in words.casefold().split())


class ContactsProvider(Provider):
    """Every contact has one raw contact of the same id; its data rows are its name, numbers, addresses and the rest."""

    authority = "com.android.contacts"
    class_name = "com.android.providers.contacts.ContactsProvider2"
    read_permission = "android.permission.READ_CONTACTS"
    write_permission = "android.permission.WRITE_CONTACTS"

    # -- tables --------------------------------------------------------------------------------------------

    def table(self, uri: Uri) -> Table:
        """The table of a URI."""
        path = uri.segments
        tables: dict[str, Callable[[Uri], Table]] = {
            "contacts": self._contacts,
            "data": self._data,
            "raw_contacts": self._raw,
            "phone_lookup": self._lookup,
        }
        if not path or path[0] not in tables:
            raise illegal(f"Unknown URI {uri.text}")
        return tables[path[0]](uri)

    @property
    def _all(self) -> list[Contact]:
        return self.state.providers.contacts

    def _contacts(self, uri: Uri) -> Table:
        path, chosen = uri.segments, self._all
        if len(path) >= 3 and path[1] == "filter":
            chosen = [c for c in chosen if _prefixes(c.name, path[2])]
        elif len(path) >= 3 and path[1] == "lookup":
            chosen = [c for c in chosen if self._key(c) == path[2]]
        elif len(path) >= 2:
            chosen = [
                c
                for c in chosen
                if c.id == (uri.last_id if len(path) == 2 else int(path[1]) if path[1].isdecimal() else -1)
            ]
            if len(path) == 3 and path[2] in ("data", "entities"):
                return Table.of(_DATA_COLUMNS, (row for c in chosen for row in self._rows(c)))
        return Table.of(_CONTACT_COLUMNS, (self._contact_row(c) for c in chosen))

    def _data(self, uri: Uri) -> Table:
        path = uri.segments[1:]
        rows = [row for contact in self._all for row in self._rows(contact)]
        if path[:1] in (("phones",), ("emails",)):
            kind = PHONE if path[0] == "phones" else EMAIL
            rows = [row for row in rows if row["mimetype"] == kind]
            if len(path) >= 3 and path[1] in ("filter", "lookup"):
                rows = [row for row in rows if self._filtered(row, path[2])]
            elif len(path) == 2:
                rows = [row for row in rows if row["_id"] == uri.last_id]
            return Table.of(_DATA_COLUMNS, rows, "display_name COLLATE NOCASE, _id")
        if path:
            rows = [row for row in rows if row["_id"] == uri.last_id]
        return Table.of(_DATA_COLUMNS, rows)

    @staticmethod
    def _filtered(row: Row, words: str) -> bool:
        value = text(row["data1"])
        if _prefixes(text(row["display_name"]), words):
            return True
        if row["mimetype"] == EMAIL:
            return value.casefold().startswith(words.casefold())
        wanted = digits(words)
        return len(wanted) >= 2 and wanted in digits(value)

    def _raw(self, uri: Uri) -> Table:
        path, chosen = uri.segments, self._all
        if len(path) >= 2:
            wanted = int(path[1]) if path[1].isdecimal() else -1
            chosen = [c for c in chosen if c.id == wanted]
            if len(path) == 3 and path[2] in ("data", "entity"):
                return Table.of(_DATA_COLUMNS, (row for c in chosen for row in self._rows(c)))
        return Table.of(_RAW_COLUMNS, (self._raw_row(c) for c in chosen))

    def _lookup(self, uri: Uri) -> Table:
        wanted = uri.segments[1] if len(uri.segments) > 1 else ""
        rows: list[Row] = []
        for contact in self._all:
            for place, phone in enumerate(contact.phones):
                if same_number(phone, wanted):
                    data_id = self._data_id(contact, 1 + place)
                    row = self._contact_row(contact)
                    row.update(
                        contact_id=contact.id, data_id=data_id, number=phone, normalized_number=self._normal(phone)
                    )
                    rows.append({**row, "type": contact.types.get(phone, 2), "label": None})
        return Table.of(_LOOKUP_COLUMNS, rows)

    # -- rows ----------------------------------------------------------------------------------------------

    @staticmethod
    def _key(contact: Contact) -> str:
        return f"0r{contact.id}-{contact.name.encode().hex().upper()[:24]}"

    @staticmethod
    def _data_id(contact: Contact, place: int) -> int:
        return contact.id * _ROWS_A_CONTACT + place

    @staticmethod
    def _normal(phone: str) -> str | None:
        return "+" + digits(phone) if phone.strip().startswith("+") else None

    def _contact_row(self, contact: Contact) -> Row:
        return {
            "_id": contact.id, "display_name": contact.name or None, "display_name_alt": contact.name or None,
            "sort_key": contact.name or None, "starred": int(contact.starred),
            "has_phone_number": int(bool(contact.phones)),
            "in_visible_group": 1, "lookup": self._key(contact), "photo_id": None, "times_contacted": 0,
            "last_time_contacted": 0, "send_to_voicemail": 0, "pinned": 0, "name_raw_contact_id": contact.id,
            "contact_last_updated_timestamp": self.phone.clock.boot_ms, "is_user_profile": 0,
        }  # fmt: skip

    def _raw_row(self, contact: Contact) -> Row:
        return {
            "_id": contact.id, "contact_id": contact.id, "version": 2, "dirty": 1, "deleted": 0,
            "display_name": contact.name or None, "display_name_alt": contact.name or None,
            "sort_key": contact.name or None,
            "starred": int(contact.starred), "aggregation_mode": 0, "times_contacted": 0, "last_time_contacted": 0,
        }  # fmt: skip

    def _rows(self, contact: Contact) -> Iterable[Row]:
        common = self._contact_row(contact)
        common.update(
            raw_contact_id=contact.id, contact_id=contact.id, is_primary=0, is_super_primary=0, data_version=0
        )

        def row(place: int, mimetype: str, **data: str | int | None) -> Row:
            return {**common, "_id": self._data_id(contact, place), "mimetype": mimetype, **data}

        if contact.name:
            first, _, last = contact.name.partition(" ")
            yield row(0, NAME, data1=contact.name, data2=first, data3=last or None, data10="1", data11="0")
        for place, phone in enumerate(contact.phones):
            kind = contact.types.get(phone, 2)
            yield row(1 + place, PHONE, data1=phone, data2=str(kind), data4=self._normal(phone))
        for place, address in enumerate(contact.emails):
            yield row(_EMAIL_PLACE + place, EMAIL, data1=address, data2=str(contact.types.get(address, 1)))
        for place, note in enumerate(contact.notes):
            yield {**common, "_id": self._data_id(contact, _NOTE_PLACE + place), **note}

    # -- writing -------------------------------------------------------------------------------------------

    def insert(self, uri: Uri, values: Row) -> str | None:
        """A raw contact (empty at first), or a data row of one."""
        path = uri.segments
        if path == ("raw_contacts",):
            contact = Contact(id=self.next_contact(), name="", starred=number(values, "starred", 0) == 1)
            self._all.append(contact)
            self.state.providers.raw_contacts.append(RawContact(id=contact.id, contact_id=contact.id))
            return f"content://com.android.contacts/raw_contacts/{contact.id}"
        if path == ("data",):
            return self._insert_data(values)
        if len(path) == 3 and path[0] == "raw_contacts" and path[2] == "data":
            return self._insert_data({**values, "raw_contact_id": path[1]})
        raise illegal(f"Unknown URI {uri.text}")

    def next_contact(self) -> int:
        """The id of a new contact, above all there are."""
        known = max((c.id for c in self._all), default=0)
        self.state.counters["contact"] = max(self.state.counters.get("contact", 0), known)
        return self.state.next_id("contact")

    def _insert_data(self, values: Row) -> str:
        raw = number(values, "raw_contact_id")
        if raw is None:
            raise illegal("raw_contact_id is required")
        mimetype = text(values.get("mimetype"))
        if not mimetype:
            raise illegal("mimetype is required")
        contact = next((c for c in self._all if c.id == raw), None)
        if contact is None:
            raise illegal(
                "raw_contact_id is invalid"
                if self.phone.state.device.api_level < 30
                else f"raw_contact_id is invalid: {raw}"
            )
        place = self._put(contact, mimetype, values, None)
        return f"content://com.android.contacts/data/{self._data_id(contact, place)}"

    def _put(self, contact: Contact, mimetype: str, values: Row, place: int | None) -> int:
        value = text(values.get("data1"))
        if mimetype == NAME:
            parts = [text(values.get(key)) for key in ("data2", "data5", "data3")]
            contact.name = value or " ".join(part for part in parts if part)
            return 0
        if mimetype in (PHONE, EMAIL):
            base, shelf = (1, contact.phones) if mimetype == PHONE else (_EMAIL_PLACE, contact.emails)
            if place is None:
                shelf.append(value)
                place = base + len(shelf) - 1
            elif "data1" in values:
                shelf[place - base] = value
            kind = number(values, "data2")
            if kind is not None:
                contact.types[shelf[place - base]] = kind
            return place
        note = {key: item for key, item in values.items() if key.startswith("data") or key == "mimetype"}
        if place is None:
            contact.notes.append({**note, "mimetype": mimetype})
            return _NOTE_PLACE + len(contact.notes) - 1
        contact.notes[place - _NOTE_PLACE].update(note)
        return place

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Change data rows, or the star of contacts and raw contacts."""
        path = uri.segments
        if path[:1] == ("data",):
            rows = self.query(uri, ["_id", "mimetype"], where, None).rows
            for row in rows:
                contact, place = self._place(int(str(row["_id"])))
                self._put(contact, str(row["mimetype"]), values, place)
            return len(rows)
        if path[:1] not in (("contacts",), ("raw_contacts",)):
            raise illegal(f"Unknown URI {uri.text}")
        chosen = set(self.ids(uri, where))
        for contact in self._all:
            if contact.id in chosen and "starred" in values:
                contact.starred = number(values, "starred", 0) == 1
        return len(chosen)

    def _place(self, data_id: int) -> tuple[Contact, int]:
        owner, place = divmod(data_id, _ROWS_A_CONTACT)
        return next(c for c in self._all if c.id == owner), place

    def delete(self, uri: Uri, where: str | None) -> int:
        """Delete contacts (with all their data) or data rows."""
        path = uri.segments
        chosen = set(self.ids(uri, where))
        if path[:1] == ("data",):
            for data_id in sorted(chosen, reverse=True):
                contact, place = self._place(data_id)
                if place == 0:
                    contact.name = ""
                elif place < _EMAIL_PLACE:
                    del contact.phones[place - 1]
                elif place < _NOTE_PLACE:
                    del contact.emails[place - _EMAIL_PLACE]
                else:
                    del contact.notes[place - _NOTE_PLACE]
            return len(chosen)
        if path[:1] not in (("contacts",), ("raw_contacts",)):
            raise illegal(f"Unknown URI {uri.text}")
        providers = self.state.providers
        providers.contacts = [c for c in providers.contacts if c.id not in chosen]
        providers.raw_contacts = [r for r in providers.raw_contacts if r.contact_id not in chosen]
        return len(chosen)

    def mime(self, uri: Uri) -> str | None:
        """The type of a URI's rows."""
        path = uri.segments
        form = "item" if uri.last_id is not None and path[:1] != ("phone_lookup",) else "dir"
        if path[:2] == ("data", "phones"):
            return f"vnd.android.cursor.{form}/phone_v2"
        kinds = {"contacts": "contact", "raw_contacts": "raw_contact", "phone_lookup": "phone_lookup", "data": "data"}
        kind = kinds.get(path[0] if path else "")
        return f"vnd.android.cursor.{form}/{kind}" if kind else None
