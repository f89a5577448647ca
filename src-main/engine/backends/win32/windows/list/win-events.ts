import koffi from 'koffi';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import { lastFailure } from '../../native/errors.ts';
import { declare } from '../../native/library.ts';
import type { Handle, Hwnd } from '../../native/types.ts';
import { ancestor, getAncestor, getDesktopWindow } from '../../native/window.ts';
import type { Emit, PumpJob } from '../../thread/messages.ts';
import { FrontMemory } from '../front/front-memory.ts';

koffi.proto(
  'void __stdcall WinEventProc(HANDLE hook, uint32 event, HWND window, int32 object, int32 child, uint32 thread, uint32 time)',
);
const setWinEventHook = declare<
  (first: number, last: number, module: Handle, each: bigint, process: number, thread: number, flags: number) => Handle
>(
  'user32',
  'HANDLE SetWinEventHook(uint32 first, uint32 last, HMODULE module, WinEventProc* each, uint32 process, uint32 thread, uint32 flags)',
);
const getTickCount = declare<() => number>('kernel32', 'uint32 GetTickCount()');
const unhookWinEvent = declare<(hook: Handle) => number>('user32', 'int32 UnhookWinEvent(HANDLE hook)');

export const winEventsTopic = 'windows changed';

/**
 * Both are shared. `pending`: element 0 is 1 from the report of a change until the main thread has received it; no other is
 * reported meanwhile.
 */
interface Listening {
  readonly on: true;
  readonly pending: Int32Array;
  /** Of a {@link FrontMemory}. */
  readonly front: SharedArrayBuffer;
}
/** `sync` is a barrier: its answer follows all earlier events. */
export type WinEventsInput = Listening | { readonly on: false } | { readonly sync: true };

/** `WINEVENT_OUTOFCONTEXT | WINEVENT_SKIPOWNPROCESS`. */
const flags = 0x2;
const foregroundEvent = 0x0003;
/** `OBJID_WINDOW`: the window itself, not its parts. */
const wholeWindow = 0;

/** Ranges of events; https://learn.microsoft.com/windows/win32/winauto/event-constants */
const ranges = [
  [foregroundEvent, foregroundEvent], // EVENT_SYSTEM_FOREGROUND
  [0x0016, 0x0017], // EVENT_SYSTEM_MINIMIZESTART, …END
  [0x8000, 0x8004], // EVENT_OBJECT_CREATE, DESTROY, SHOW, HIDE, REORDER
  [0x800b, 0x800c], // EVENT_OBJECT_LOCATIONCHANGE, NAMECHANGE
  [0x8017, 0x8018], // EVENT_OBJECT_CLOAKED, UNCLOAKED
] as const;

/** Reports that a top-level window changed; listeners read the details. */
export function winEventsJob(emit: Emit): PumpJob {
  let stop: (() => void) | null = null;
  return {
    call(input: WinEventsInput) {
      if ('sync' in input) return;
      stop?.();
      stop = input.on ? listen(input, emit) : null;
    },
    close: () => stop?.(),
  };
}

function listen({ pending, front }: Listening, emit: Emit): () => void {
  const memory = new FrontMemory(front);
  const desktop = getDesktopWindow();
  const received = (_hook: Handle, event: number, window: Hwnd, object: number, ...rest: readonly number[]) => {
    if (object !== wholeWindow || !concernsTopLevel(window, desktop)) return;
    if (event === foregroundEvent) memory.write({ window, time: timeOf(rest[2] ?? 0) });
    if (Atomics.exchange(pending, 0, 1) === 0) emit(winEventsTopic, null);
  };
  const callback = koffi.register(received, 'WinEventProc*');
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

/** The event's time by our clock. Windows' resolution is up to 16 ms. */
function timeOf(tick: number): number {
  return monotonicMs() - Math.max(0, (getTickCount() - tick) | 0);
}

/** Destroyed windows have no parent any more, and may have been top-level. */
function concernsTopLevel(window: Hwnd, desktop: Hwnd): boolean {
  if (window === desktop) return true;
  const parent = getAncestor(window, ancestor.parent);
  return parent === desktop || parent === 0;
}
