"""`service` and `cmd` (frameworks/native/cmds/{service,cmd})."""

from __future__ import annotations

import inspect
from dataclasses import replace

from simulator.services.commands.dumpsys import running
from simulator.services.shell_guard import refused
from simulator.shell.command import Invocation, command

_INTERFACES = {
    "activity": "android.app.IActivityManager",
    "package": "android.content.pm.IPackageManager",
    "window": "android.view.IWindowManager",
    "power": "android.os.IPowerManager",
    "battery": "",
    "notification": "android.app.INotificationManager",
    "SurfaceFlinger": "android.ui.ISurfaceComposer",
    "input": "android.hardware.input.IInputManager",
    "statusbar": "com.android.internal.statusbar.IStatusBarService",
    "uimode": "android.app.IUiModeManager",
    "usagestats": "android.app.usage.IUsageStatsManager",
    "wifi": "android.net.wifi.IWifiManager",
    "alarm": "android.app.IAlarmManager",
    "audio": "android.media.IAudioService",
    "connectivity": "android.net.IConnectivityManager",
    "location": "android.location.ILocationManager",
    "media_session": "android.media.session.ISessionManager",
    "telephony.registry": "com.android.internal.telephony.ITelephonyRegistry",
}


_USAGE = """Usage: service [-h|-?]
       service list
       service check SERVICE
       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null | fd f | nfd n | afd f ] ..."""


@command("service")
def service(call: Invocation) -> int:
    """`service list|check NAME|call NAME CODE …`. No service here takes raw transactions: they answer as binder does
    for a code that is unknown."""
    words, services = call.args, running(call)
    if words[:1] == ["list"]:
        call.out.line(f"Found {len(services)} services:")
        for number, name in enumerate(services):
            call.out.line(f"{number}\t{name}: [{_INTERFACES.get(name, '')}]")
        return 0
    if words[:1] == ["check"] and len(words) > 1:
        call.out.line(f"Service {words[1]}: {'found' if words[1] in services else 'not found'}")
        return 0
    if words[:1] == ["call"] and len(words) > 2:
        if words[1] not in services:
            call.err.line(f"service: Service {words[1]} does not exist")
            return 10
        call.out.line('Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")')
        return 0
    call.err.line(_USAGE)
    return 10


@command("cmd")
async def cmd(call: Invocation) -> int:
    """`cmd [-w] SERVICE …`: the service's own commands; 20 if there is no such service."""
    words = [w for w in call.args[:1] if w != "-w"] + call.args[1:]
    services = running(call)
    if not words:
        call.err.line(
            "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service."
        )
        return 20
    if words[0] == "-l":
        call.out.line("Currently running services:")
        for name in services:
            call.out.line(f"  {name}")
        return 0
    found = services.get(words[0])
    if found is None:
        call.err.line(f"cmd: Can't find service: {words[0]}")
        return 20
    inner = replace(call, argv=words)
    denied = refused(inner)
    if denied is not None:
        return denied
    code = found.command(inner)
    return await code if inspect.isawaitable(code) else code
