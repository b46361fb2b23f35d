"""`am` and `cmd activity` (ActivityManagerShellCommand)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from simulator.services.activity_start import FLAG_NEW_TASK, StartResult
from simulator.services.am_intent import AmOptions, BadArguments, parse_intent
from simulator.services.exceptions import throw
from simulator.services.formats import full_component, intent_text, short_component
from simulator.shell.command import Invocation
from simulator.state import Intent

_PARSE_FRAMES = (
    "android.content.Intent.parseCommandArgs(Intent.java:8218)",
    "com.android.server.am.ActivityManagerShellCommand.makeIntent(ActivityManagerShellCommand.java:453)",
)
_START_FRAMES = (
    "com.android.server.wm.ActivityTaskSupervisor.checkStartAnyActivityPermission(ActivityTaskSupervisor.java:1149)",
    "com.android.server.wm.ActivityStarter.executeRequest(ActivityStarter.java:1063)",
    "com.android.server.wm.ActivityStarter.execute(ActivityStarter.java:715)",
    "com.android.server.am.ActivityManagerShellCommand.runStartActivity(ActivityManagerShellCommand.java:690)",
    "com.android.server.am.ActivityManagerShellCommand.onCommand(ActivityManagerShellCommand.java:217)",
)
_OLD_START_FRAMES = (
    "com.android.server.am.ActivityStackSupervisor.checkStartAnyActivityPermission(ActivityStackSupervisor.java:1632)",
    "com.android.server.am.ActivityStarter.startActivity(ActivityStarter.java:438)",
    "com.android.server.am.ActivityManagerShellCommand.runStartActivity(ActivityManagerShellCommand.java:417)",
    "com.android.server.am.ActivityManagerShellCommand.onCommand(ActivityManagerShellCommand.java:141)",
)
_BROADCAST_FRAMES = (
    "com.android.server.am.ActivityManagerService.broadcastIntentLocked(ActivityManagerService.java:14417)",
    "com.android.server.am.ActivityManagerShellCommand.runSendBroadcast(ActivityManagerShellCommand.java:870)",
)


def am_command(call: Invocation) -> int | Awaitable[int]:
    """Run one `am` command; returns its exit code."""
    if not call.args:
        call.out.line(_HELP)
        return 255
    word, rest = call.args[0], call.args[1:]
    if word in ("help", "-h"):
        call.out.line(_HELP)
        return 0
    handler = _COMMANDS.get(word)
    if handler is None:
        target = call.out if call.phone.state.device.api_level < 30 else call.err
        target.line(f"Unknown command: {word}")
        return 255
    try:
        return handler(call, rest)
    except BadArguments as error:
        return throw(call, str(error), _PARSE_FRAMES)


def _show(call: Invocation, intent: Intent) -> str:
    return intent_text(intent, api=call.phone.state.device.api_level)


def _start(call: Invocation, args: list[str]) -> int:
    intent, options = parse_intent(args)
    if options.user == "all":
        return call.fail("Error: Can't start service with user 'all'")
    for _ in range(max(1, options.repeat)):
        code = _start_once(call, intent.model_copy(deep=True), options)
        if code:
            return code
        if options.repeat > 1:
            call.phone.activities.back()
    return 0


def _start_once(call: Invocation, intent: Intent, options: AmOptions) -> int:
    if options.stop:
        code = _stop_first(call, intent)
        if code:
            return code
    call.out.line(f"Starting: {_show(call, intent)}")
    intent.flags |= FLAG_NEW_TASK
    was_top = call.phone.activities.top()
    result = call.phone.activities.start(intent, caller_uid=call.uid)
    if "--dismiss-keyguard" in options.given or "--dismiss-keyguard-if-insecure" in options.given:
        call.phone.power.dismiss_keyguard()
    out = call.out if options.wait else call.err
    if result.status in ("not_exported", "denied"):
        old = call.phone.state.device.api_level < 30
        frames = _OLD_START_FRAMES if old else _START_FRAMES
        return throw(call, f"java.lang.SecurityException: {result.message}", frames)
    if result.status == "unresolved":
        if "does not exist" in result.message:
            out.line("Error type 3")
        out.line(result.message)
        return 0
    in_front = result.activity is not None and was_top is not None and was_top.token == result.activity.token
    if result.status == "delivered" or (result.to_front and in_front):
        out.line("Warning: Activity not started, intent has been delivered to currently running top-most instance.")
    elif result.to_front:
        out.line("Warning: Activity not started, its current task has been brought to the front")
    if options.wait:
        _wait_block(call, result)
    elif result.activity is not None and not in_front:
        call.phone.windows.begin_transition()
    return 0


def _stop_first(call: Invocation, intent: Intent) -> int:
    name = full_component(intent.component) if intent.component else None
    if name is None:
        packages = {app.package for app, _ in call.phone.packages.query(intent)}
        if not packages:
            return call.fail(f"Error: Intent does not match any activities: {_show(call, intent)}")
        if len(packages) > 1:
            return call.fail(f"Error: Intent matches multiple activities; can't stop: {_show(call, intent)}")
        package = packages.pop()
    else:
        package = name[0]
    call.out.line(f"Stopping: {package}")
    call.phone.activities.force_stop(package)
    return 0


def _wait_block(call: Invocation, result: StartResult) -> None:
    api, activity = call.phone.state.device.api_level, result.activity
    shown = call.phone.activities.top()
    if result.status == "chooser":
        who = "android/com.android.internal.app.ResolverActivity"
    elif activity is not None and call.phone.activities.task_of(activity) is None and shown is not None:
        who = short_component(shown.package, shown.cls)
    else:
        who = short_component(activity.package, activity.cls) if activity else ""
    call.out.line("Status: ok")
    if api >= 29:
        call.out.line(f"LaunchState: {result.launch}")
    call.out.line(f"Activity: {who}")
    if api < 29:
        call.out.line(f"ThisTime: {result.total_ms}")
    if result.total_ms or api < 29:
        call.out.line(f"TotalTime: {result.total_ms}")
    call.out.line(f"WaitTime: {result.total_ms + 2 + result.total_ms % 5}")
    call.out.line("Complete")


def _broadcast(call: Invocation, args: list[str]) -> int:
    intent, _ = parse_intent(args)
    intent.flags |= 0x400000  # FLAG_RECEIVER_FROM_SHELL
    call.out.line(f"Broadcasting: {_show(call, intent)}")
    try:
        code, data = call.phone.activities.deliver(intent, caller_uid=call.uid)
    except PermissionError as error:
        return throw(call, f"java.lang.SecurityException: {error}", _BROADCAST_FRAMES)
    call.out.line(f"Broadcast completed: result={code}" + (f', data="{data}"' if data is not None else ""))
    return 0


def _start_service(call: Invocation, args: list[str]) -> int:
    intent, options = parse_intent(args)
    if options.user == "all":
        return call.fail("Error: Can't start activity with user 'all'", 255)
    # No app here declares a service that others may start.
    call.out.line(f"Starting service: {_show(call, intent)}")
    return call.fail("Error: Not found; no service started.", 255)


def _stop_service(call: Invocation, args: list[str]) -> int:
    intent, _ = parse_intent(args)
    call.out.line(f"Stopping service: {_show(call, intent)}")
    call.err.line("Service not stopped: was not running.")
    return 0


def _package_arg(args: list[str]) -> str | None:
    rest = list(args)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option == "--user" and rest:
            rest.pop(0)
    return rest[0] if rest else None


def _force_stop(call: Invocation, args: list[str]) -> int:
    package = _package_arg(args)
    if package is None:
        return throw(call, 'java.lang.IllegalArgumentException: Argument expected after "force-stop"', ())
    if package in call.phone.state.packages:
        call.phone.activities.force_stop(package)
    return 0


def _kill(call: Invocation, args: list[str]) -> int:
    package = _package_arg(args)
    if package is None:
        return throw(call, 'java.lang.IllegalArgumentException: Argument expected after "kill"', ())
    call.phone.activities.kill(package)
    return 0


def _kill_all(call: Invocation, _args: list[str]) -> int:
    keep = {"com.android.systemui", "com.android.phone", "com.android.inputmethod.latin"}
    for process in list(call.phone.state.processes):
        if process.package not in keep:
            call.phone.activities.kill(process.package)
    return 0


def _stack(call: Invocation, args: list[str]) -> int:
    words = [a for a in args if not a.startswith("-")]
    if call.args[0] == "task" and words[:1] == ["lock"] and len(words) > 1:
        return _task_lock(call, words[1])
    if words[:1] == ["list"] or (call.args[0] == "task" and words[:1] == ["list"]):
        return _stack_list(call)
    if words[:1] == ["remove"] and len(words) > 1 and words[1].isdigit():
        call.phone.activities.remove_task(int(words[1]))
        return 0
    return call.fail(f"Error: unknown command '{words[0] if words else 'null'}'", 255)


def _task_lock(call: Invocation, word: str) -> int:
    """`am task lock TASK|stop`: pin a task, so that home and overview do not leave it (screen pinning)."""
    ui = call.phone.state.ui
    if word == "stop":
        ui.locked_task = None
    elif not word.isdigit():
        return throw(call, f'java.lang.NumberFormatException: For input string: "{word}"', ())
    else:
        call.phone.activities.lock(int(word))
    call.phone.changed()
    call.out.line(f"Activity manager is {'' if call.phone.activities.locked() else 'not '}in lockTaskMode")
    return 0


def _stack_list(call: Invocation) -> int:
    phone = call.phone
    width, height = phone.display.size
    api = phone.state.device.api_level
    tasks = phone.activities.shown_tasks()
    for task in tasks:
        kind = phone.activities.task_kind(task)
        bounds = f"bounds=[0,0][{width},{height}]"
        top = task.activities[-1]
        visible = task is tasks[0] and phone.activities.shown_resumed() is not None
        seen = "true" if visible else "false"
        call.out.line(f"{'RootTask' if api >= 31 else 'Stack'} id={task.id} {bounds} displayId=0 userId=0")
        call.out.line(f" configuration={phone.windows.configuration().replace('undefined', kind, 1)}")
        call.out.line(
            f"  taskId={task.id}: {task.activities[0].package}/{task.activities[0].cls} {bounds} userId=0 "
            f"visible={seen} topActivity=ComponentInfo{{{top.package}/{top.cls}}}"
        )
        call.out.line()
    return 0


def _current_user(call: Invocation, _args: list[str]) -> int:
    call.out.line("0")
    return 0


def _get_config(call: Invocation, _args: list[str]) -> int:
    phone = call.phone
    device = phone.state.device
    width, height = phone.display.size
    density = phone.display.density
    language, _, region = device.locale.partition("-")
    dp_w, dp_h = width * 160 // density, height * 160 // density
    night = "night" if phone.uimode.night else "notnight"
    car = "-car" if phone.state.ui_mode.car_mode else ""
    mcc, mnc = phone.state.telephony.mcc_mnc[:3], phone.state.telephony.mcc_mnc[3:]
    call.out.line(
        f"config: mcc{mcc}-mnc{int(mnc)}-{language}{f'-r{region}' if region else ''}-ldltr-"
        f"sw{min(dp_w, dp_h)}dp-w{dp_w}dp-"
        f"h{dp_h}dp-normal-long-notround-nowidecg-lowdr-{'land' if width > height else 'port'}{car}-{night}-"
        f"{density}dpi-finger-keysexposed-nokeys-navhidden-nonav-v{device.api_level}"
    )
    call.out.line("abi: arm64-v8a,armeabi-v7a,armeabi")
    return 0


def _switch_user(call: Invocation, args: list[str]) -> int:
    if args[:1] == ["0"]:
        return 0
    return call.fail("Error: Failed to switch to user " + (args[0] if args else "null"))


def _instrument(call: Invocation, args: list[str]) -> int | Awaitable[int]:
    from simulator.ondevice.instrument import instrument

    return instrument(call, args)


def _idle(call: Invocation, _args: list[str]) -> int:
    call.out.line("All broadcast queues are idle!")
    return 0


_COMMANDS: dict[str, Callable[[Invocation, list[str]], int | Awaitable[int]]] = {
    "start": _start,
    "start-activity": _start,
    "broadcast": _broadcast,
    "startservice": _start_service,
    "start-service": _start_service,
    "startforegroundservice": _start_service,
    "start-foreground-service": _start_service,
    "stopservice": _stop_service,
    "stop-service": _stop_service,
    "force-stop": _force_stop,
    "stop-app": _force_stop,
    "kill": _kill,
    "kill-all": _kill_all,
    "stack": _stack,
    "task": _stack,
    "get-current-user": _current_user,
    "switch-user": _switch_user,
    "get-config": _get_config,
    "instrument": _instrument,
    "wait-for-broadcast-idle": _idle,
}

_HELP = """Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]
          [--sampling INTERVAL] [--streaming] [-R COUNT] [-S]
          [--track-allocation] [--user <USER_ID> | current] <INTENT>
      Start an Activity.
  start-service [--user <USER_ID> | current] <INTENT>
  start-foreground-service [--user <USER_ID> | current] <INTENT>
  stop-service [--user <USER_ID> | current] <INTENT>
  broadcast [--user <USER_ID> | all | current] <INTENT>
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
  kill [--user <USER_ID> | all | current] <PACKAGE>
  kill-all
  get-current-user
  get-config [--days N] [--device] [--proto] [--display <DISPLAY_ID>]
  stack list
  task list"""
