"""What guards a home: locks, doors, gates, alarms, by their names in some languages, however the name is written."""

from __future__ import annotations

import re
import unicodedata

# Words, and beginnings of words (with *). Of states only those of locks and alarms: a lamp goes on and off.
_WORDS = """
lock* unlock* latch* unlatch* deadbolt* door* gate garage* alarm* siren security* arm armed disarm* safe vault intercom
schloss* tür* tuer* haustür* haustuer* wohnungstür* tor garagentor* riegel* verriegel* entriegel* aufschließ* abschließ*
aufsperr* zusperr* entsperr* absperr* alarmanlage* scharf unscharf tresor* serrure* porte* portail verrou* déverrou* deverrou*
puerta* cerradura* cerrojo* portón* desbloque* porta portas portão* fechadura* tranca* destranc* serratura* cancello* sblocc*
slot deur* poort* vergrendel* ontgrendel* замок* замк* дверь* двер* ворота ворот* гараж* сигнализац* kilit* kapı* kapi*
"""
_CHINESE = re.compile(
    "锁|鎖|门|門|闸|閘|车库|車庫|保险箱|保险柜|报警|警报|安防|布防|撤防|ロック|鍵|ドア|扉|잠금|자물쇠|현관|도어|대문"
)
# Letters of other scripts that look like Latin ones, so that a name cannot hide behind them.
_LOOKS = str.maketrans("аеорсухіјѕһԁԛԝкмтнвӏαορνικτυχ", "aeopcyxijshdqwkmthblaopviktux")


def _pattern(words: str) -> re.Pattern[str]:
    parts = [re.escape(word[:-1]) + r"\w*" if word.endswith("*") else re.escape(word) for word in words.split()]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})(?![^\W_])")


_GUARDS = _pattern(_WORDS)


def guards(*texts: object) -> bool:
    """Whether one of the texts names something that guards a home, or what is done to it."""
    for text in texts:
        plain = unicodedata.normalize("NFKC", str(text or "")).casefold()
        seen = "".join(char for char in plain if unicodedata.category(char) not in ("Cf", "Cc", "Mn"))
        if _CHINESE.search(seen) or any(_GUARDS.search(form) for form in (seen, seen.translate(_LOOKS))):
            return True
    return False
