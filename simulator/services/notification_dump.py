"""What `dumpsys notification` prints (NotificationManagerService.dumpImpl, NotificationRecord.dump, "
"ZenModeHelper.dump)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.notification_extras import extras_lines, has_ticker
from simulator.services.printing import java, object_hash
from simulator.services.zen_dump import zen_section
from simulator.state import Notification

if TYPE_CHECKING:
    from simulator.phone import Phone

_IMPORTANCE = {0: "NONE", 1: "MIN", 2: "LOW", 3: "DEFAULT", 4: "HIGH", 5: "HIGH"}
_FLAGS = {
    0x1: "SHOW_LIGHTS", 0x2: "ONGOING_EVENT", 0x4: "INSISTENT", 0x8: "ONLY_ALERT_ONCE", 0x10: "AUTO_CANCEL",
    0x20: "NO_CLEAR",
    0x40: "FOREGROUND_SERVICE", 0x80: "HIGH_PRIORITY", 0x100: "LOCAL_ONLY", 0x200: "GROUP_SUMMARY",
}  # fmt: skip
_CHANNELS = {"default": "Default", "shell_cmd": "Shell command"}
_EXTRACTORS = (
    "NotificationChannelExtractor", "NotificationAdjustmentExtractor", "BubbleExtractor", "ValidateNotificationPeople",
    "PriorityExtractor", "ZenModeExtractor", "ImportanceExtractor", "VisibilityExtractor", "BadgeExtractor",
    "CriticalNotificationExtractor",
)  # fmt: skip


def flags_of(note: Notification) -> int:
    """Notification.FLAG_* of a notification."""
    flags = 0
    if note.ongoing:
        flags |= 0x2
    if not note.clearable:
        flags |= 0x20
    if note.clearable and not note.ongoing and note.package != "android":
        flags |= 0x10
    return flags


def flags_text(flags: int, api: int) -> str:
    """Flags as a release writes them: hexadecimal up to Android 14, by name from 15."""
    if api < 35:
        return f"0x{flags:x}"
    return "|".join(name for bit, name in _FLAGS.items() if flags & bit) or "0"


def notification_line(note: Notification, api: int) -> str:
    """`Notification(channel=… …)` (Notification.toString)."""
    flags = flags_text(flags_of(note), api)
    parts = [f"channel={note.channel}"]
    if api < 30:
        parts.append("pri=0")
    else:
        parts.append("shortcut=null")
    parts += ["contentView=null", "vibrate=null", "sound=null"]
    if has_ticker(note) and api >= 30:
        parts.append("tick")
    parts += [f"defaults={'0' if api >= 35 else '0x0'}", f"flags={flags}", "color=0x00000000"]
    if note.category:
        parts.append(f"category={note.category}")
    if note.group:
        parts.append(f"groupKey={note.group}")
    if note.actions:
        parts.append(f"actions={len(note.actions)}")
    parts.append(f"vis={'SECRET' if note.importance <= 1 else 'PRIVATE'}")
    return f"Notification({' '.join(parts)})"


def _user(note: Notification) -> str:
    return note.key.split("|", 1)[0]


def _uid(note: Notification) -> str:
    return note.key.rsplit("|", 1)[1]


def _pending(note: Notification, what: str, kind: str, api: int) -> str:
    intent = object_hash(note.key, what, "intent")
    record = object_hash(note.key, what, "record")
    if api >= 31:
        lend = f" (allowlist: {object_hash('nms')}:+30s0ms/0/NOTIFICATION_SERVICE/NotificationManagerService)"
    elif api >= 30:
        lend = f" (whitelist: {object_hash('nms')}:+30s0ms)"
    else:
        lend = ""
    return f"PendingIntent{{{intent}: PendingIntentRecord{{{record} {note.package} {kind}{lend}}}}}"


def status_bar_line(note: Notification, api: int) -> str:
    """`StatusBarNotification(pkg=… …)`, as the archive and the snoozed list print it."""
    return (
        f"StatusBarNotification(pkg={note.package} user=UserHandle{{{_user(note)}}} id={note.id} "
        f"tag={note.tag if note.tag is not None else 'null'} key={note.key}: {notification_line(note, api)})"
    )


def record_lines(phone: Phone, note: Notification, redact: bool, prefix: str = "    ") -> list[str]:
    """A NotificationRecord, all lines of it."""
    api = phone.state.device.api_level
    locked = {29: "appImportanceLocked=false", 30: "appImportanceLocked=false"}.get(api, "")
    head = (
        f"{prefix}NotificationRecord(0x0{object_hash(note.key, 'record')}: pkg={note.package} "
        f"user=UserHandle{{{_user(note)}}} id={note.id} tag={note.tag if note.tag is not None else 'null'} "
        f"importance={note.importance} key={note.key}{locked}: {notification_line(note, api)})"
    )
    flags = flags_text(flags_of(note), api)
    in2 = prefix + "  "
    body = prefix + "        " if api >= 29 else in2
    group = f"{_user(note)}|{note.package}|g:{note.group}" if note.group else note.key
    lines = [
        head,
        f"{in2}uid={_uid(note)} userId={_user(note)}",
        f"{in2}opPkg={note.package}",
        f"{in2}icon=Icon(typ=RESOURCE pkg={note.package} "
        f"id=0x7f08{int(object_hash(note.package, 'icon'), 16) & 0xFFFF:04x})",
        f"{in2}flags={flags}",
    ]
    if api >= 33:
        lines.append(f"{in2}originalFlags={flags}")
    lines += [
        f"{in2}pri=0",
        f"{in2}key={note.key}",
        f"{in2}seen={java(phone.clock.now_ms - note.post_ms > 1000)}",
        f"{in2}groupKey={group}",
    ]
    if api >= 29:
        lines.append(f"{in2}notification=")
    lines += _content_lines(phone, note, redact, body)
    if api >= 29:
        lines += [f"{in2}publicNotification=", f"{body}None"]
    return lines + _rank_lines(phone, note, in2)


def _content_lines(phone: Phone, note: Notification, redact: bool, at: str) -> list[str]:
    api = phone.state.device.api_level
    ticker = note.ticker
    if ticker and redact:
        ticker = f"{ticker[:8] if len(ticker) > 16 else ''}..."
    lines = [
        f"{at}fullscreenIntent=null",
        f"{at}contentIntent={_pending(note, 'content', 'startActivity', api)}",
        f"{at}deleteIntent=null",
        f"{at}number=0",
        f"{at}groupAlertBehavior=0",
        f"{at}when={note.when_ms}/{note.post_ms}" if api >= 35 else f"{at}when={note.when_ms}",
        f"{at}tickerText={ticker or 'null'}",
        f"{at}vis=0",
        f"{at}contentView=null",
        f"{at}bigContentView=null",
        f"{at}headsUpContentView=null",
        f"{at}color=0x00000000",
        f"{at}timeout=" + ("PT72H" if api >= 35 else "0" if api < 31 else "unknown"),
    ]
    if note.actions:
        lines.append(f"{at}actions={{")
        for number, action in enumerate(note.actions):
            kind = "broadcastIntent" if action.reply or action.command else "startActivity"
            lines.append(f'{at}    [{number}] "{action.title}" -> {_pending(note, f"action{number}", kind, api)}')
        lines.append(f"{at}  }}")
    return lines + extras_lines(phone, note, redact, at)


def _rank_lines(phone: Phone, note: Notification, at: str) -> list[str]:
    api = phone.state.device.api_level
    service = phone.notifications
    importance = _IMPORTANCE[note.importance]
    rank = service.posted.index(note) if note in service.posted else 0
    audible = note.update_ms if service.audible(note) else -1
    elapsed = note.post_ms - phone.clock.boot_ms
    lines = [
        f"{at}stats=SingleNotificationStats{{posttimeElapsedMs={elapsed}, posttimeToFirstClickMs=-1, "
        f"posttimeToDismissMs=-1, airtimeCount=0, airtimeMs=0, currentAirtimeStartElapsedMs=-1, airtimeExpandedMs=0, "
        f"posttimeToFirstVisibleExpansionMs=-1, currentAirtimeExpandedStartElapsedMs=-1, requestedImportance=3, "
        f"naturalImportance={note.importance}, isNoisy={java(note.importance >= 3)}}}",
        f"{at}mContactAffinity=0.0",
        f"{at}mRecentlyIntrusive=false" if api < 35 else "",
        f"{at}mPackagePriority=0",
        f"{at}mPackageVisibility=-1000",
        f"{at}mSystemImportance=UNSPECIFIED" if api >= 29 else "",
        f"{at}mAsstImportance=UNSPECIFIED" if api >= 29 else "",
        f"{at}mImportance={importance}",
        f"{at}mImportanceExplanation=app",
        f"{at}mProposedImportance=UNSPECIFIED" if api >= 33 else "",
        f"{at}mIsAppImportanceLocked=false" if api >= 29 else "",
        f"{at}mSensitiveContent={java(note.sensitive)}" if api >= 33 else "",
        f"{at}mCanceledAfterLifetimeExtension=false" if api >= 35 else "",
        f"{at}mIntercept={java(service.intercepted(note))}",
        f"{at}mHidden==false",
        f"{at}mGlobalSortKey=crtcl=0x0002:intrsv={1 if note.importance >= 3 else 2}:grnk=0x{rank:04x}:gsmry=1:nsk:"
        f"rnk=0x{rank:04x}",
        f"{at}mRankingTimeMs={max(note.when_ms, note.post_ms)}",
        f"{at}mCreationTimeMs={note.post_ms}",
        f"{at}mVisibleSinceMs=0",
        f"{at}mUpdateTimeMs={note.update_ms}",
        f"{at}mInterruptionTimeMs={note.update_ms}",
        f"{at}mSuppressedVisualEffects= 0",
    ]
    if note.importance >= 3:
        lines.append(f"{at}mSound= content://settings/system/notification_sound")
    else:
        lines.append(f"{at}mSound= null")
    lines += [
        f"{at}mVibration= null",
        f"{at}mAttributes= AudioAttributes: usage=USAGE_NOTIFICATION content=CONTENT_TYPE_SONIFICATION flags=0x0 "
        f"tags= bundle=null",
        f"{at}mLight= null",
        f"{at}mShowBadge={java(note.importance >= 2)}",
        f"{at}mColorized=false",
        f"{at}mAllowBubble=false" if api >= 29 else "",
        f"{at}isBubble=false" if api >= 30 else "",
        f"{at}mIsInterruptive={java(note.importance >= 3)}",
        f"{at}effectiveNotificationChannel={_channel(phone, note)}",
        f"{at}mAdjustments=[]" if api >= 29 else "",
        f"{at}shortcut=null found valid? false" if api >= 30 else "",
        f"{at}mUserVisOverride=-1000" if api >= 30 else "",
        f"{at}mLastAudiblyAlertedMs={audible}" if 30 <= api < 35 else "",
        f"{at}hasSummarization=false" if api >= 36 else "",
        f"{at}bundleType=0" if api >= 36 else "",
    ]
    return [line for line in lines if line]


def _channel(phone: Phone, note: Notification) -> str:
    importance = note.importance
    sound = "content://settings/system/notification_sound" if importance >= 3 else "null"
    name = _CHANNELS.get(note.channel, note.channel.replace("_", " ").capitalize())
    more = ""
    if phone.state.device.api_level >= 30:
        more = (
            f", mAllowBubbles=-1, mImportanceLockedDefaultApp=false, mOriginalImp={importance}, mParent=null, "
            "mConversationId=null, mDemoted=false, mImportantConvo=false"
        )
    return (
        f"NotificationChannel{{mId='{note.channel}', mName={name}, mDescription=, mImportance={importance}, "
        "mBypassDnd=false, "
        f"mLockscreenVisibility=-1000, mSound={sound}, mLights=false, mLightColor=0, mVibration=null, "
        f"mUserLockedFields=0, "
        f"mUserVisibleTaskShown=false, mVibrationEnabled=false, mShowBadge=true, mDeleted=false, mGroup='null', "
        f"mAudioAttributes=AudioAttributes: usage=USAGE_NOTIFICATION content=CONTENT_TYPE_SONIFICATION flags=0x0 tags= "
        f"bundle=null, mBlockableSystem=false{more}}}"
    )


def dump(phone: Phone, args: list[str]) -> str:
    """The whole dump; `--noredact` shows texts, `-p PACKAGE` (or a bare package) keeps one package."""
    redact = "--noredact" not in args
    words = [word for word in args if word not in ("--noredact", "--redact", "-a", "-p", "--package")]
    package = words[0] if words else None
    box = phone.state.notifications
    api = phone.state.device.api_level

    def kept(note: Notification) -> bool:
        return package is None or note.package == package

    lines = ["Current Notification Manager state:"]
    if package is not None:
        lines[0] = f"Current Notification Manager state (filtered to {package}):"
    posted = [note for note in box.posted if kept(note)]
    if phone.state.ui.toast is not None and phone.state.ui.toast_until_ms > phone.clock.now_ms:
        lines += [
            "  Toast Queue:",
            f"    TextToastRecord{{{object_hash('toast')} 0:android/1000 isSystemToast=true token=android.os.Binder@"
            f"{object_hash('token')} text={phone.state.ui.toast} duration=1}}",
            "  ",
        ]
    if posted:
        lines.append("  Notification List:")
        for note in posted:
            lines += record_lines(phone, note, redact)
        lines.append("  ")
    loud = next((note for note in box.posted if phone.notifications.audible(note)), None)
    call = phone.state.telephony.call
    state = "IDLE" if call is None else "RINGING" if call.state == "ringing" else "OFFHOOK"
    facts = [
        f"mSoundNotificationKey={loud.key if loud else 'null'}",
        "mVibrateNotificationKey=null",
        "mDisableNotificationEffects=false",
        f"mCallState=CALL_STATE_{state}",
        "mSystemReady=true",
    ]
    if api >= 35:
        lines += ["  mMaxPackageEnqueueRate=5.0", "  hideSilentStatusBar=false", "", "  Notification attention state:"]
        lines += [f"      {fact}" for fact in [*facts, "mNotificationPulseEnabled=true"]]
    else:
        lines += ["  mUseAttentionLight=false", "  mHasLight=true", "  mNotificationPulseEnabled=true"]
        lines += [f"  {fact}" for fact in facts] + ["  mMaxPackageEnqueueRate=5.0"]
    archive = [entry.notification for entry in box.archive if kept(entry.notification)]
    lines.append(f"  mArchive=Archive ({len(archive)} notification{'' if len(archive) == 1 else 's'})")
    lines += [f"    {status_bar_line(note, api)}" for note in archive[:-6:-1]]
    if len(archive) > 5:
        lines.append("    ...")
    lines += ["", "  Snoozed notifications:"]
    snoozed = [note for note in box.snoozed if kept(note)]
    for note in snoozed:
        lines += [f"    user: {_user(note)}", f"      package: {note.package}", f"        {note.key}"]
    if api >= 29:
        lines += ["", " Pending snoozed notifications"]
        for note in snoozed:
            lines += [f"    user: {_user(note)}", f"      package: {note.package}"]
            lines += [f"        key: {note.key}", f"        snoozed until: {note.snoozed_until_ms}"]
    lines += ["", "  Ranking Config:", f"    mSignalExtractors.length = {len(_EXTRACTORS)}"]
    lines += [f"      {name}" for name in _EXTRACTORS]
    lines += ["", "Restored without uid:", "", *_listeners(phone), "", *zen_section(phone), ""]
    lines += _groups(posted)
    return "\n".join(lines) + "\n"


def _listeners(phone: Phone) -> list[str]:
    listeners = phone.state.notifications.listeners
    lines = ["  Notification listeners:", "    Allowed notification listeners:"]
    lines.append(f"      {':'.join(listeners)} (user: 0 isPrimary: true)" if listeners else "")
    lines.append(f"    All notification listeners ({len(listeners)}) enabled for current profiles:")
    lines += [f"      ComponentInfo{{{name}}}" for name in listeners]
    live = ["com.android.systemui/com.android.systemui.statusbar.NotificationListener", *listeners]
    lines.append(f"    Live notification listeners ({len(live)}):")
    for number, name in enumerate(live):
        proxy = f"android.service.notification.INotificationListener$Stub$Proxy@{object_hash(name)}"
        lines.append(
            f"      ComponentInfo{{{name}}} (user {-1 if number == 0 else 0}): "
            f"{proxy}{' SYSTEM' if number == 0 else ''}"
        )
    lines += ["    Snoozed notification listeners (0):", "    mListenerHints: 0", "    mListenersDisablingEffects: ()"]
    return [line for line in lines if line]


def _groups(posted: list[Notification]) -> list[str]:
    lines = ["  Group summaries:"]
    seen: set[str] = set()
    for note in posted:
        if note.group and note.group not in seen:
            seen.add(note.group)
            lines.append(f"    {_user(note)}|{note.package}|g:{note.group} -> {note.key}")
    return lines


def snooze_line(note: Notification) -> str:
    """A line of `cmd notification snoozed`."""
    return f"{note.key} snoozed, time={note.snoozed_until_ms} context=null"
