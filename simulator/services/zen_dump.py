"""The zen section of `dumpsys notification` (ZenModeHelper.dump, ZenModeConfig.toString)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.phone import Phone

CONSTANTS = {
    "off": "ZEN_MODE_OFF",
    "priority": "ZEN_MODE_IMPORTANT_INTERRUPTIONS",
    "none": "ZEN_MODE_NO_INTERRUPTIONS",
    "alarms": "ZEN_MODE_ALARMS",
}
_FILTERS = {"off": 1, "priority": 2, "none": 3, "alarms": 4}
_POLICY = (
    "NotificationManager.Policy[priorityCategories=PRIORITY_CATEGORY_ALARMS,PRIORITY_CATEGORY_MEDIA,"
    "PRIORITY_CATEGORY_REMINDERS,PRIORITY_CATEGORY_CALLS,PRIORITY_CATEGORY_REPEAT_CALLERS,"
    "priorityCallSenders=PRIORITY_SENDERS_STARRED,priorityMessageSenders=PRIORITY_SENDERS_STARRED,"
    "suppressedVisualEffects=]"
)
_ALLOW = (
    "allow(alarms=true,media=true,system=false,calls=true,callsFrom=stars,repeatCallers=true,messages=false,"
    "messagesFrom=stars,events=false,reminders=true)"
)


def zen_section(phone: Phone) -> list[str]:
    """The lines from `Zen Mode:` on."""
    api = phone.state.device.api_level
    mode = phone.state.notifications.zen_mode
    constant = CONSTANTS[mode]
    lines = ["  Zen Mode:", f"    mInterruptionFilter={_FILTERS[mode]}", f"    mZenMode={constant}"]
    if api >= 29:
        lines.append(f"    mConsolidatedPolicy={_POLICY}")
    if api >= 35:
        rule = (
            f"manualRule=ZenRule[id=null,state=STATE_{'FALSE' if mode == 'off' else 'TRUE'},enabled=TRUE,"
            f"conditionOverride=OVERRIDE_NONE,name=null,zenMode={constant},conditionId=,pkg=android,component=null,"
            "configActivity=null,creationTime=0,enabler=null,zenPolicy=null]"
        )
        config = [
            "ZenModeConfig[user=0",
            "hasPriorityChannels=false,",
            "automaticRules={},",
            f"{rule},",
            "deletedRules={}]",
        ]
        lines += [f"    mConfigs[u=0]={config[0]}", *config[1:], "    mUser=0", f"    mConfig={config[0]}", *config[1:]]
    else:
        rule = "null"
        if mode != "off":
            rule = (
                f"ZenRule[id=null,enabled=true,snoozing=false,name=null,zenMode={constant},conditionId=null,"
                "condition=null,pkg=null,component=null,configActivity=null,creationTime=0,enabler=com.android.shell,"
                "zenPolicy=null]"
            )
        detail = ["      disallow(visualEffects=0)", f"      manualRule={rule}"]
        lines += [f"    mConfigs[u=0]={_ALLOW}", *detail, "    mUser=0", f"    mConfig={_ALLOW}", *detail]
    lines += [
        f"    mSuppressedEffects={0 if mode == 'off' else 2}",
        "    mDefaultPhoneApp=ComponentInfo{com.google.android.dialer/com.google.android.dialer.extensions."
        "GoogleDialtactsActivity}",
        "    RepeatCallers.mThresholdMinutes=15",
        "    mSubscriptions={}",
    ]
    return lines
