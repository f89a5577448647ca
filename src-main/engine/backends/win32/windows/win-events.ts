import koffi from 'koffi';
import { lastFailure } from '../native/failure.ts';
import { declare } from '../native/library.ts';
import type { Handle, Hwnd } from '../native/types.ts';
import { ancestor, getAncestor, getDesktopWindow } from '../native/window.ts';
import type { Emit, PumpJob } from '../thread/job.ts';

koffi.proto(
  'void __stdcall WinEventProc(HANDLE hook, uint32 event, HWND window, int32 object, int32 child, uint32 thread, uint32 time)',
);
const setWinEventHook = declare<
  (first: number, last: number, module: Handle, each: bigint, process: number, thread: number, flags: number) => Handle
>(
  'user32',
  'HANDLE SetWinEventHook(uint32 first, uint32 last, HMODULE module, WinEventProc* each, uint32 process, uint32 thread, uint32 flags)',
);
const unhookWinEvent = declare<(hook: Handle) => number>('user32', 'int32 UnhookWinEvent(HANDLE hook)');

export const winEventsTopic = 'windows changed';

/** `pending` is shared: element 0 is 1 from the moment a change is reported until the main thread has received it, and none is reported meanwhile. */
export type WinEventsInput = { readonly on: true; readonly pending: Int32Array } | { readonly on: false };

/** `WINEVENT_OUTOFCONTEXT | WINEVENT_SKIPOWNPROCESS`. */
const flags = 0x2;
/** `OBJID_WINDOW`: the window itself, and none of its parts. */
const wholeWindow = 0;

/** From and to which event; https://learn.microsoft.com/windows/win32/winauto/event-constants */
const ranges = [
  [0x0003, 0x0003], // EVENT_SYSTEM_FOREGROUND
  [0x0016, 0x0017], // EVENT_SYSTEM_MINIMIZESTART, …END
  [0x8000, 0x8004], // EVENT_OBJECT_CREATE, DESTROY, SHOW, HIDE, REORDER
  [0x800b, 0x800c], // EVENT_OBJECT_LOCATIONCHANGE, NAMECHANGE
  [0x8017, 0x8018], // EVENT_OBJECT_CLOAKED, UNCLOAKED
] as const;

/** Reports that something happened to a top-level window; what it was is asked by who wants to know. */
export function winEventsJob(emit: Emit): PumpJob {
  let stop: (() => void) | null = null;
  return {
    call(input: WinEventsInput) {
      stop?.();
      stop = input.on ? listen(input.pending, emit) : null;
    },
    close: () => stop?.(),
  };
}

function listen(pending: Int32Array, emit: Emit): () => void {
  const desktop = getDesktopWindow();
  const heard = (_hook: Handle, _event: number, window: Hwnd, object: number) => {
    if (object !== wholeWindow || !concernsTopLevel(window, desktop)) return;
    if (Atomics.exchange(pending, 0, 1) === 0) emit(winEventsTopic, null);
  };
  const callback = koffi.register(heard, 'WinEventProc*');
  const hooks = ranges.map(([first, last]) => setWinEventHook(first, last, 0, callback, 0, 0, flags));
  const stop = () => {
    for (const hook of hooks) if (hook !== 0) unhookWinEvent(hook);
    koffi.unregister(callback);
  };
  if (hooks.every((hook) => hook !== 0)) return stop;
  const failure = lastFailure('SetWinEventHook');
  stop();
  throw failure;
}

/** Those that are gone have no parent any more, and may have been top-level windows. */
function concernsTopLevel(window: Hwnd, desktop: Hwnd): boolean {
  if (window === desktop) return true;
  const parent = getAncestor(window, ancestor.parent);
  return parent === desktop || parent === 0;
}
