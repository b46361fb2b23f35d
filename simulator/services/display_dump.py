"""`dumpsys display`, in the layout of DisplayManagerService.dumpInternal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.formats import flag

if TYPE_CHECKING:
    from simulator.phone import Phone

_UNIQUE_ID = "local:4619827259835644672"


def dump_display(phone: Phone) -> str:
    """The whole text of `dumpsys display`."""
    api = phone.state.device.api_level
    blocks = [_head(phone), _devices(phone)]
    blocks.append(_logical(phone))
    blocks.append(_power_controller(phone))
    if api >= 28:
        blocks.append(_power_state(phone))
    return "\n".join(line for block in blocks for line in [*block, ""])


def display_info(phone: Phone, *, override: bool) -> str:
    """`DisplayInfo{…}` of the built-in display (android.view.DisplayInfo.toString)."""
    api, display = phone.state.device.api_level, phone.state.display
    natural = display.size_override if override else None
    width, height = natural or (phone.state.device.width, phone.state.device.height)
    if override and display.rotation % 2:
        width, height = height, width
    density = phone.display.density if override else phone.state.device.density
    long, short = max(width, height), min(width, height)
    on = "ON" if phone.power.interactive else "OFF"
    head = 'DisplayInfo{"Built-in Screen", displayId 0"' if api < 29 else 'DisplayInfo{"Built-in Screen", displayId 0'
    unique = f'uniqueId "{_UNIQUE_ID}", ' if api < 29 else ""
    group = ", displayGroupId 0" if api >= 31 else ""
    app = (
        f"largest app {long} x {long}, smallest app {short} x {short}"
        if override
        else (f"largest app {width} x {height}, smallest app {width} x {height}")
    )
    mode = f"mode 1{'60.000004' if api >= 34 else ''}, defaultMode 1"
    rate = ", fps=60.000004"
    modes = f"modes [{{id=1, width={phone.state.device.width}, height={phone.state.device.height}{rate}}}]"
    tail = f"rotation {display.rotation if override else 0}, state {on}"
    kind = "type INTERNAL, " if api >= 30 else "type BUILT_IN, "
    return (
        f"{head}{group}, {unique}FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, "
        f"real {width} x {height}, {app}, appVsyncOff 1000000, presDeadline 16666666, {mode}, {modes}, "
        f"hdrCapabilities null, {tail}, {kind}"
        f"{f'uniqueId {chr(34)}{_UNIQUE_ID}{chr(34)}, ' if api >= 29 else ''}"
        f"app {width} x {height}, density {density} ({density}.0 x {density}.0) dpi, layerStack 0, colorMode 0, "
        f"supportedColorModes [0]"
        + (", brightnessMinimum 0.0, brightnessMaximum 1.0, brightnessDefault 0.39763778" if api >= 31 else "")
        + "}"
    )


def _head(phone: Phone) -> list[str]:
    display = phone.state.display
    width, height = phone.display.size
    w, h = phone.state.device.width, phone.state.device.height
    state = "ON" if phone.power.interactive else "OFF"
    api = phone.state.device.api_level
    viewport = (
        f"DisplayViewport{{{'type=INTERNAL, ' if api >= 29 else ''}valid=true, "
        f"{'isActive=true, ' if api >= 30 else ''}displayId=0, uniqueId='{_UNIQUE_ID}', physicalPort=0, "
        f"orientation={display.rotation}, logicalFrame=Rect(0, 0 - {width}, {height}), "
        f"physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}"
    )
    lines = [
        "DISPLAY MANAGER (dumpsys display)",
        "  mOnlyCore=false" if api < 33 else "  mSafeMode=false",
        "  mPendingTraversal=false",
        *([f"  mGlobalDisplayState={state}"] if api < 31 else []),
        f"  mViewports=[{viewport}]" if api >= 29 else f"  mDefaultViewport={viewport}",
        "  mDefaultDisplayDefaultColorMode=0",
        "  mWifiDisplayScanRequestCount=0",
        f"  mStableDisplaySize=Point({w}, {h})",
        "",
    ]
    if api >= 30:
        brightness = phone.display.brightness_text()
        lines += [
            "Display States: size=1",
            "  Display Id=0",
            f"  Display State={state}",
            f"  Display Brightness={brightness}",
            f"  Display SdrBrightness={brightness}",
            "",
        ]
    return [*lines, "Display Adapters: size=2", "  LocalDisplayAdapter", "  VirtualDisplayAdapter"]


def _devices(phone: Phone) -> list[str]:
    device = phone.state.device
    state = "ON" if phone.power.interactive else "OFF"
    density = device.density
    size = f"{device.width} x {device.height}"
    return [
        "Display Devices: size=1",
        f'  DisplayDeviceInfo{{"Built-in Screen": uniqueId="{_UNIQUE_ID}", {size}, modeId 1, defaultModeId 1, '
        f"supportedModes [{{id=1, width={device.width}, height={device.height}, fps=60.000004}}], colorMode 0, "
        f"supportedColorModes [0], density {density}, {density}.0 x {density}.0 dpi, appVsyncOff 1000000, "
        f"presDeadline 16666666, touch INTERNAL, rotation 0, type INTERNAL, state {state}, "
        "FLAG_DEFAULT_DISPLAY, FLAG_ROTATES_WITH_CONTENT, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS}",
        "    mAdapter=LocalDisplayAdapter",
        f"    mUniqueId={_UNIQUE_ID}",
        "    mCurrentLayerStack=0",
        f"    mCurrentOrientation={phone.state.display.rotation}",
        f"    mState={state}",
        f"    mBrightnessState={phone.display.brightness_text()}",
    ]


def _logical(phone: Phone) -> list[str]:
    head = ["Logical Displays: size=1"] if phone.state.device.api_level < 31 else [
        "LogicalDisplayMapper:",
        "  mSingleDisplayDemoMode=false",
        "  ",
        "  Logical Displays: size=1",
    ]  # fmt: skip
    return [
        *head,
        "  Display 0:",
        "    mDisplayId=0",
        "    mLayerStack=0",
        "    mHasContent=true",
        "    mRequestedColorMode=0",
        "    mDisplayOffset=(0, 0)",
        "    mPrimaryDisplayDevice=Built-in Screen",
        f"    mBaseDisplayInfo={display_info(phone, override=False)}",
        f"    mOverrideDisplayInfo={display_info(phone, override=True)}",
    ]


def _power_controller(phone: Phone) -> list[str]:
    api, auto = phone.state.device.api_level, phone.state.display.auto_brightness
    on = phone.power.interactive
    saver = flag(phone.state.power.battery_saver)
    shown = phone.display.brightness_text()
    setting = str(phone.display.setting) if api < 30 else shown
    request = (
        f"policy={'BRIGHT' if on else 'OFF'}, useProximitySensor=false, screenBrightnessOverride="
        f"{'NaN' if api >= 30 else '-1'}, useAutoBrightness={flag(auto)}, lowPowerMode={saver}, "
        "boostScreenBrightness=false, dozeScreenState=UNKNOWN"
    )
    lines = [
        "Display Power Controllers: size=1",
        "",
        "Display Power Controller:",
        "  mDisplayId=0",
        "",
        "Display Power Controller Locked State:",
        "  mDisplayReadyLocked=true",
        f"  mPendingRequestLocked={request}",
        "",
        "Display Power Controller Thread State:",
        f"  mPowerRequest={request}",
        f"  mCurrentScreenBrightnessSetting={setting}",
    ]
    if api >= 29:
        lines.append(f"  mBrightnessReason={'automatic' if auto else 'manual'}")
    return [
        *lines,
        f"  mAppliedAutoBrightness={flag(auto and on)}",
        f"  mAppliedLowPower={saver}",
        f"  mReportedToPolicy=REPORTED_TO_POLICY_SCREEN_{'ON' if on else 'OFF'}",
    ]


def _power_state(phone: Phone) -> list[str]:
    state = "ON" if phone.power.interactive else "OFF"
    brightness = phone.display.brightness_text()
    return [
        "Display Power State:",
        f"  mScreenState={state}",
        f"  mScreenBrightness={brightness}",
        *([f"  mSdrScreenBrightness={brightness}"] if phone.state.device.api_level >= 31 else []),
        "  mScreenReady=true",
        "",
        "Photonic Modulator State:",
        f"  mPendingState={state}",
        f"  mPendingBacklight={brightness}",
        f"  mActualState={state}",
        f"  mActualBacklight={brightness}",
    ]
