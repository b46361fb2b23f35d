"""`dumpsys power`, in the layout of PowerManagerService.dumpInternal and BatterySaverStateMachine.dump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.formats import flag

if TYPE_CHECKING:
    from simulator.phone import Phone


def dump_power(phone: Phone, sleep_reason: str) -> str:
    """The whole text of `dumpsys power`."""
    return "\n".join(
        [
            "POWER MANAGER (dumpsys power)",
            "",
            *_state(phone, sleep_reason),
            "",
            *_configuration(phone),
            "",
            *_timeouts(phone),
            "",
            *_locks(phone),
            "",
            *_saver(phone),
            "",
        ]
    )


def _state(phone: Phone, sleep_reason: str) -> list[str]:
    power, battery, clock = phone.state.power, phone.state.battery, phone.clock
    api = phone.state.device.api_level
    on = phone.power.interactive
    now = clock.now_ms
    stay_on = phone.settings.get("global", "stay_on_while_plugged_in") or "0"
    summary = f"mUserActivitySummary=0x{1 if on else 0:x}"
    saver = flag(power.battery_saver)
    lines = [
        "Power Manager State:",
        "  mDirty=0x0",
        f"  mWakefulness={power.wakefulness}",
        "  mWakefulnessChanging=false",
        f"  mIsPowered={flag(phone.battery.powered)}",
        f"  mPlugType={phone.battery.plug_type}",
        f"  mBatteryLevel={battery.level}",
        f"  mBatteryLevelWhenDreamStarted={battery.level if power.wakefulness == 'Dreaming' else 0}",
        "  mDockState=0",
        f"  mStayOn={flag(stay_on.isdigit() and bool(int(stay_on) & phone.battery.plug_type))}",
        "  mProximityPositive=false",
        "  mBootCompleted=true",
        "  mSystemReady=true",
        f"  mHalAutoSuspendModeEnabled={flag(not on)}",
        f"  mHalInteractiveModeEnabled={flag(on)}",
        f"  mWakeLockSummary=0x{0x23 if on else 0:x}",
    ]
    if api < 31:
        lines.append(f"  {summary}")
    lines += [
        "  mNotifyLongScheduled=(none)",
        "  mNotifyLongDispatched=(none)",
        "  mNotifyLongNextCheck=(none)",
        "  mRequestWaitForNegativeProximity=false",
        "  mSandmanScheduled=false",
    ]
    if api < 31:
        lines.append("  mSandmanSummoned=false")
    if api < 29:
        lines.append(f"  mLowPowerModeEnabled={saver}")
    lines += [
        f"  mBatteryLevelLow={flag(battery.level <= 15)}",
        "  mLightDeviceIdleMode=false",
        f"  mDeviceIdleMode={flag(power.device_idle == 'IDLE')}",
        "  mDeviceIdleWhitelist=[1001, 2000]",
        "  mDeviceIdleTempWhitelist=[]",
        f"  mLastWakeTime={phone.power.ago(power.last_wake_ms or clock.boot_ms)}",
        f"  mLastSleepTime={phone.power.ago(power.last_sleep_ms or clock.boot_ms)}",
        f"  mLastSleepReason={sleep_reason}",
    ]
    if api < 31:
        lines.append(f"  mLastUserActivityTime={phone.power.ago(power.last_user_activity_ms)}")
        lines.append(f"  mLastUserActivityTimeNoChangeLights={phone.power.ago(power.last_user_activity_ms)}")
    lines += [
        f"  mLastInteractivePowerHintTime={phone.power.ago(power.last_user_activity_ms)}",
        f"  mLastScreenBrightnessBoostTime=0 ({now - clock.boot_ms} ms ago)",
        "  mScreenBrightnessBoostInProgress=false",
        "  mDisplayReady=true" if api < 31 else "  mHoldingBootingSuspendBlocker=false",
        "  mHoldingWakeLockSuspendBlocker=false",
        f"  mHoldingDisplaySuspendBlocker={flag(on)}",
    ]
    return lines


def _configuration(phone: Phone) -> list[str]:
    api = phone.state.device.api_level
    automatic = 1 if phone.state.display.auto_brightness else 0
    lines = [
        "Settings and Configuration:",
        "  mDecoupleHalAutoSuspendModeFromDisplayConfig=true",
        "  mDecoupleHalInteractiveModeFromDisplayConfig=true",
        "  mWakeUpWhenPluggedOrUnpluggedConfig=true",
        "  mTheaterModeEnabled=false",
        "  mSuspendWhenScreenOffDueToProximityConfig=false",
        "  mDreamsSupportedConfig=true",
        "  mDreamsEnabledSetting=true",
        "  mDozeAfterScreenOff=true",
        "  mMinimumScreenOffTimeoutConfig=10000",
        "  mMaximumScreenDimDurationConfig=7000",
        "  mMaximumScreenDimRatioConfig=0.20000005",
        f"  mScreenOffTimeoutSetting={phone.power.screen_timeout_ms}",
        "  mSleepTimeoutSetting=-1",
        "  mMaximumScreenOffTimeoutFromDeviceAdmin=9223372036854775807 (enforced=false)",
        f"  mStayOnWhilePluggedInSetting={phone.settings.get('global', 'stay_on_while_plugged_in') or '0'}",
    ]
    if api < 29:
        lines.append(f"  mScreenBrightnessSetting={phone.display.setting}")
    lines += [
        f"  mScreenBrightnessModeSetting={automatic}",
        f"  mScreenBrightnessOverrideFromWindowManager={'NaN' if api >= 30 else '-1'}",
        "  mUserActivityTimeoutOverrideFromWindowManager=-1",
        "  mUserInactiveOverrideFromWindowManager=false",
        "  mDozeScreenStateOverrideFromDreamManager=0",
        "  mDozeScreenBrightnessOverrideFromDreamManager=-1",
    ]
    if api >= 30:
        lines += ["  mScreenBrightnessMinimum=0.0", "  mScreenBrightnessMaximum=1.0", "  mScreenBrightnessDefault=0.4"]
    else:
        lines += ["  mScreenBrightnessSettingMinimum=1", "  mScreenBrightnessSettingMaximum=255"]
        lines.append("  mScreenBrightnessSettingDefault=102")
    return [*lines, "  mDoubleTapWakeEnabled=false", "  mIsVrModeEnabled=false", "  mForegroundProfile=0"]


def _timeouts(phone: Phone) -> list[str]:
    timeout = phone.power.screen_timeout_ms
    return [
        "Sleep timeout: -1 ms",
        f"Screen off timeout: {timeout} ms",
        f"Screen dim duration: {min(7000, int(timeout * 0.2))} ms",
    ]


def _locks(phone: Phone) -> list[str]:
    on = phone.power.interactive
    locks: list[str] = []
    playing = [s for s in phone.state.media_sessions if s.state == "playing"]
    for session in playing:
        package = phone.state.packages.get(session.package)
        uid = package.uid if package else 1041
        locks.append(
            f"  PARTIAL_WAKE_LOCK              'AudioMix' ACQ=-{phone.clock.now_ms - session.updated_ms}ms "
            f"(uid=1041 ws=WorkSource{{{uid}}})"
        )
    held = 1 if on else 0
    return [
        f"Wake Locks: size={len(locks)}",
        *locks,
        "",
        "Suspend Blockers: size=4",
        f"  PowerManagerService.WakeLocks: ref count={1 if locks else 0}",
        f"  PowerManagerService.Display: ref count={held}",
        "  PowerManagerService.Broadcasts: ref count=0",
        "  PowerManagerService.WirelessChargerDetector: ref count=0",
        "",
        f"Display Power: state={'ON' if on else 'OFF'}",
    ]


def _saver(phone: Phone) -> list[str]:
    saver = phone.state.power.battery_saver
    battery, api = phone.state.battery, phone.state.device.api_level
    lines = [
        "Battery saving stats:",
        f"  Battery Saver is currently: {'ON' if saver else 'OFF'}",
        "",
        "Battery saver state machine:",
        f"  Enabled={flag(saver)}",
    ]
    if api >= 29:
        lines += [f"    full={flag(saver)}", "    adaptive=false", f"  mState={3 if saver else 1}"]
    sticky = phone.settings.get("global", "low_power_sticky") == "1"
    trigger = phone.settings.get("global", "low_power_trigger_level") or "0"
    return [
        *lines,
        f"  mLastChangedIntReason={2 if saver else 3}",
        f"  mLastChangedStrReason={'Manual via Settings' if saver else 'null'}",
        "  mBootCompleted=true",
        "  mSettingsLoaded=true",
        "  mBatteryStatusSet=true",
        f"  mIsPowered={flag(phone.battery.powered)}",
        f"  mBatteryLevel={battery.level}",
        f"  mIsBatteryLevelLow={flag(battery.level <= 15)}",
        f"  mSettingBatterySaverEnabled={flag(saver)}",
        f"  mSettingBatterySaverEnabledSticky={flag(sticky)}",
        f"  mSettingBatterySaverTriggerThreshold={trigger}",
    ]
