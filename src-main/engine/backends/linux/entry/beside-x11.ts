import type { Capabilities } from '#contract/model/engine';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Backend, CaptureProvider, ElementProvider, InputProvider, WindowProvider } from '../../../backend.ts';
import { parseWindowId } from '../x11/display/ids.ts';

/** X window ids have 32 bits, other ids more. */
const xIds = 2 ** 32;

/**
 * Combines two back ends: XWayland windows, with pointer, outline and recordings, as on any X server; and Wayland windows with
 * their elements, keys and screenshots.
 */
export function besideX11(x: Backend, wayland: Backend): Backend {
  const of = (id: WindowId) => (parseWindowId(id) < xIds ? x : wayland);
  return {
    ...x,
    capabilities: both(x.capabilities, wayland.capabilities),
    windows: windowsOf(x.windows, wayland.windows, (id) => of(id).windows),
    elements: elementsOf((window) => of(window.id).elements),
    input: inputOf(x.input, wayland),
    capture: captureOf(x, wayland, (window) => of(window.id).capture),
    shiftLifter: () => x.shiftLifter?.() ?? null,
    desktopAsks: () => wayland.desktopAsks?.() ?? false,
    ...(wayland.unseen && { unseen: () => wayland.unseen?.() ?? Promise.resolve(null) }),
    diagnose: async () => {
      const [ofX, ofWayland] = await Promise.all([x.diagnose(), wayland.diagnose()]);
      const reported = new Set(ofWayland.map(({ name }) => name));
      return [...ofWayland, ...ofX.filter(({ name }) => !reported.has(name))];
    },
    async close() {
      await Promise.all([x.close(), wayland.close()]);
    },
  };
}

function both(x: Capabilities, wayland: Capabilities): Capabilities {
  return { ...x, capture: x.capture || wayland.capture };
}

function windowsOf(x: WindowProvider, wayland: WindowProvider, of: (id: WindowId) => WindowProvider): WindowProvider {
  return {
    async list(options) {
      const [ofX, ofWayland] = await Promise.all([x.list(options), wayland.list(options)]);
      const isWaylandActive = ofWayland.some(({ active }) => active);
      // The last active window known to X may no longer be active.
      const others = isWaylandActive ? ofX.map((window) => ({ ...window, active: false })) : ofX;
      return isWaylandActive ? [...ofWayland, ...others] : [...others, ...ofWayland];
    },
    at: async (point) => (await x.at?.(point)) ?? (await wayland.at?.(point)) ?? null,
    isStrayPopup: async (point) => (await x.isStrayPopup?.(point)) ?? false,
    popupAt: async (point) => (await x.popupAt?.(point)) ?? null,
    active: async () => (await wayland.active()) ?? (await x.active()),
    activeSince: async () => ((await wayland.active()) === null ? ((await x.activeSince?.()) ?? null) : null),
    keyReceiver: async () => ((await wayland.active()) === null && (await x.keyReceiver())) || wayland.keyReceiver(),
    asking: async () => (await x.asking()) ?? (await wayland.asking()),
    coveredBy: async (window) => (of(window.id) === x ? ((await x.coveredBy?.(window)) ?? '') : ''),
    watch(changed) {
      const watching = [x.watch(changed), wayland.watch(changed)];
      return { dispose: () => watching.forEach((each) => each.dispose()) };
    },
    icon: (id) => of(id).icon(id),
    desktops: () => x.desktops(),
    act: (id, action) => of(id).act(id, action),
    move: (id, bounds) => of(id).move(id, bounds),
    moveToDesktop: (id, desktop) => of(id).moveToDesktop(id, desktop),
    showDesktop: (desktop) => x.showDesktop(desktop),
  };
}

function elementsOf(of: (window: WindowInfo) => ElementProvider): ElementProvider {
  return {
    walk: (window, ...rest) => of(window).walk(window, ...rest),
    openMenus: (window, ...rest) => of(window).openMenus?.(window, ...rest) ?? Promise.resolve([]),
    pointedEntry: (window, ...rest) => of(window).pointedEntry?.(window, ...rest) ?? Promise.resolve(null),
    children: (window, ...rest) => of(window).children(window, ...rest),
    ancestors: (window, ...rest) => of(window).ancestors(window, ...rest),
    details: (window, ...rest) => of(window).details(window, ...rest),
    rowNow: (window, id, ...rest) => of(window).rowNow?.(window, id, ...rest) ?? of(window).details(window, id),
    refreshName: async (window, ...rest) => of(window).refreshName?.(window, ...rest) ?? null,
    tellPlace: async (window) => of(window).tellPlace?.(window),
    hitTest: (window, ...rest) => of(window).hitTest(window, ...rest),
    pressed: (window, ...rest) => of(window).pressed(window, ...rest),
    isPressed: (window, ...rest) => of(window).isPressed?.(window, ...rest) ?? Promise.resolve(null),
    focused: (window, ...rest) => of(window).focused(window, ...rest),
    onlyFocused: (window, ...rest) => of(window).onlyFocused?.(window, ...rest) ?? Promise.resolve(null),
    focusedSince: (window, ...rest) => of(window).focusedSince?.(window, ...rest) ?? Promise.resolve(null),
    focus: (window, ...rest) => of(window).focus(window, ...rest),
    run: (window, ...rest) => of(window).run(window, ...rest),
    cell: (window, ...rest) => of(window).cell(window, ...rest),
    events: async (window, ...rest) => (await of(window).events?.(window, ...rest)) ?? { dispose: () => undefined },
  };
}

/** The pointer is XWayland's; keys go to the focused window. */
function inputOf(x: InputProvider, wayland: Backend): InputProvider {
  const ofKeys = async () => ((await wayland.windows.active()) === null ? x : wayland.input);
  return {
    unsure: true,
    async sentAgo() {
      const ago = (await Promise.all([x.sentAgo(), wayland.input.sentAgo()])).filter((each) => each !== null);
      return ago.length > 0 ? Math.min(...ago) : null;
    },
    uptake: async (window, limits) =>
      (parseWindowId(window.id) < xIds && (await x.uptake?.(window, limits))) || 'unknown',
    pointer: () => x.pointer(),
    move: (to) => x.move(to),
    button: (button, down) => x.button(button, down),
    pressAt: (...asked) => x.pressAt(...asked),
    release: (...asked) => x.release(...asked),
    wheel: (axis, notches) => x.wheel(axis, notches),
    modifier: (modifier, down) => x.modifier(modifier, down),
    untilFree: (signal) => x.untilFree(signal),
    keysReady: async () => (await (await ofKeys()).keysReady?.()) ?? false,
    // Keys to XWayland are reported by the compositor as well.
    async desktopKeys(chords) {
      const taken = await Promise.all([x, wayland.input].map(async (each) => each.desktopKeys?.(chords)));
      return [...new Set(taken.flatMap((keys) => keys ?? []))];
    },
    press: async (keys, hold, past) => (await ofKeys()).press(keys, hold, past),
    inputMethod: async (which) => (await (await ofKeys()).inputMethod?.(which)) ?? null,
    type: async (text, typing) => (await ofKeys()).type(text, typing),
    async releaseAll() {
      await Promise.all([x.releaseAll(), wayland.input.releaseAll()]);
    },
  };
}

function captureOf(x: Backend, wayland: Backend, of: (window: WindowInfo) => CaptureProvider): CaptureProvider {
  return {
    screen: (region) => (wayland.capabilities.capture ? wayland : x).capture.screen(region),
    window: (window) => of(window).window(window),
    painted: async (window) => (await of(window).painted?.(window)) ?? null,
    cursor: () => x.capture.cursor(),
  };
}
