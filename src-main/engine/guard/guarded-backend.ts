import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#contract/errors';
import type { Backend, ElementProvider, InputProvider, WindowProvider } from '../backend.ts';
import { refuseWhileAsked } from './asking.ts';

/**
 * The same back end, which does nothing while a Deskscope of this user, or the desktop for us, asks for permission: no press, no
 * key, no act on a window or element, and no outline over the question. It checks immediately before each act, as it checks
 * whether the call is still waiting. Releasing is always allowed.
 */
export function guardedBackend(backend: Backend): Backend {
  const check = async () => {
    await refuseWhileAsked(backend);
    refuseAfterEnd();
  };
  return {
    ...backend,
    windows: guardedWindows(backend.windows, check),
    elements: guardedElements(backend.elements, check),
    input: guardedInput(backend.input, check),
    highlight: {
      show: async (boxes) => backend.highlight.show((await backend.windows.asking()) ? [] : boxes),
    },
  };
}

type Check = () => Promise<void>;

function guardedWindows(windows: WindowProvider, check: Check): WindowProvider {
  return over(windows, {
    act: (window, action) => check().then(() => windows.act(window, action)),
    move: (window, bounds) => check().then(() => windows.move(window, bounds)),
    moveToDesktop: (window, desktop) => check().then(() => windows.moveToDesktop(window, desktop)),
    showDesktop: (desktop) => check().then(() => windows.showDesktop(desktop)),
  });
}

function guardedElements(elements: ElementProvider, check: Check): ElementProvider {
  return over(elements, {
    focus: (window, ...asked) => check().then(() => elements.focus(window, ...asked)),
    run: (window, ...asked) => check().then(() => elements.run(window, ...asked)),
    ...(elements.tellPlace && { tellPlace: (window) => check().then(() => elements.tellPlace?.(window)) }),
    ...(elements.refreshName && {
      refreshName: (window, ...asked) => check().then(() => elements.refreshName?.(window, ...asked) ?? null),
    }),
  });
}

function guardedInput(input: InputProvider, check: Check): InputProvider {
  return over(input, {
    move: (to) => check().then(() => input.move(to)),
    button: (button, down) => (down ? check() : Promise.resolve()).then(() => input.button(button, down)),
    pressAt: (...asked) => check().then(() => input.pressAt(...asked)),
    wheel: (axis, notches) => check().then(() => input.wheel(axis, notches)),
    press: (...asked) => check().then(() => input.press(...asked)),
    modifier: (modifier, down) => (down ? check() : Promise.resolve()).then(() => input.modifier(modifier, down)),
    type: (text, typing) => {
      const beforeKey = (typed: number) => Promise.all([check(), typing.beforeKey(typed)]).then(() => undefined);
      return input.type(text, { ...typing, beforeKey });
    },
  });
}

/** Properties missing in `own` are those of the object below, also later. */
function over<T extends object>(below: T, own: Partial<T>): T {
  return Object.assign(Object.create(below) as T, own);
}

const current = new AsyncLocalStorage<AbortSignal>();

/** Runs the work of one call; it stops acting once the signal has aborted, however late. */
export function inCall<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return current.run(signal, work);
}

/** Called immediately before an act. @throws AppError `cancelled` if the call has ended meanwhile, e.g. by `timeout` */
export function refuseAfterEnd(): void {
  if (!current.getStore()?.aborted) return;
  throw new AppError('cancelled', 'The call ended before this was done.', { delivery: 'not_delivered' });
}
