const rectOf = ({ x, y, width, height }) => ({ x, y, width, height });

const popupTypes = new Set([
  Meta.WindowType.DROPDOWN_MENU,
  Meta.WindowType.POPUP_MENU,
  Meta.WindowType.TOOLTIP,
  Meta.WindowType.COMBO,
]);
const windowTypes = new Set([
  Meta.WindowType.NORMAL,
  Meta.WindowType.DIALOG,
  Meta.WindowType.MODAL_DIALOG,
  Meta.WindowType.UTILITY,
  Meta.WindowType.SPLASHSCREEN,
]);

/** In the order in which they were painted last, bottom to top. */
function allWindows() {
  return global.get_window_actors().map((actor) => actor.get_meta_window());
}

/** @throws Refusal where it is gone */
function windowOf(id) {
  const window = allWindows().find((each) => each.get_id() === id);
  if (!window) throw new Refusal('gone', 'The window is gone.');
  return window;
}

const isX = (window) => window.get_client_type() === Meta.WindowClientType.X11;

// From version 49 on there are no sides of it.
const isMaximized = (window) =>
  window.is_maximized ? window.is_maximized() : window.get_maximized() === Meta.MaximizeFlags.BOTH;
const sides = () => (Meta.Window.prototype.is_maximized ? [] : [Meta.MaximizeFlags.BOTH]);

function factsOf(window) {
  const frame = window.get_frame_rect();
  return {
    id: window.get_id(),
    // For a window of X its description is its number there.
    x11: isX(window) ? Number.parseInt(window.get_description(), 16) || 0 : 0,
    title: window.get_title() ?? '',
    className: window.get_wm_class() ?? '',
    pid: window.get_pid(),
    frame: rectOf(frame),
    // Only what X apps leave to Mutter has a frame drawn by it.
    content: rectOf(isX(window) ? window.frame_rect_to_client_rect(frame) : frame),
    buffer: rectOf(window.get_buffer_rect()),
    active: window.has_focus() && !isShellInFront(),
    minimized: window.minimized,
    maximized: isMaximized(window),
    fullscreen: window.is_fullscreen(),
    above: window.is_above(),
    attention: window.demands_attention || window.urgent,
    desktop: window.is_on_all_workspaces() ? null : (window.get_workspace()?.index() ?? null),
    shown: isShown(window),
  };
}

const isShown = (window) => window.showing_on_its_workspace() && window.located_on_workspace(activeDesktop());
const activeDesktop = () => global.workspace_manager.get_active_workspace();
const showDesktop = (index) =>
  global.workspace_manager.get_workspace_by_index(index)?.activate(global.get_current_time());

const isListed = (window) => windowTypes.has(window.get_window_type()) && !window.is_override_redirect();

/** What lies over windows and is in no list of them: what X apps place by themselves, notifications, docks. */
const isUnlisted = (window) => window.get_window_type() !== Meta.WindowType.DESKTOP && !isListed(window);

/** Topmost first. */
function listing() {
  const shown = allWindows().filter((window) => window.get_frame_rect().width > 0);
  const windows = shown.filter(isListed);
  return {
    activeSince: Changes.focusedAt,
    desktops: { count: global.workspace_manager.get_n_workspaces(), current: activeDesktop().index() },
    // What was raised just now is painted so only in the next frame.
    windows: global.display.sort_windows_by_stacking(windows).reverse().map(factsOf),
    popups: shown
      .reverse()
      .filter((window) => popupTypes.has(window.get_window_type()) && !isX(window))
      .map((window) => {
        const [frame, buffer] = [window.get_frame_rect(), window.get_buffer_rect()];
        return { frame: rectOf(frame), buffer: rectOf(buffer), pid: window.get_pid() };
      }),
    over: shown
      .filter((window) => isUnlisted(window) && isShown(window))
      .map((window) => ({ frame: rectOf(window.get_frame_rect()), pid: window.get_pid() })),
  };
}

/** It takes keys and presses until its last picture. In milliseconds: */
const leavingMs = 3_000;

function overviewLeft() {
  const { overview } = Main;
  if (!overview.visible) return null;
  return new Promise((resolve) => {
    const done = () => {
      overview.disconnect(hidden);
      GLib.source_remove(late);
      resolve();
    };
    const hidden = overview.connect('hidden', done);
    const late = GLib.timeout_add(GLib.PRIORITY_DEFAULT, leavingMs, () => {
      overview.disconnect(hidden);
      resolve();
      return GLib.SOURCE_REMOVE;
    });
  });
}

function moveTo(window, { x, y, width, height }) {
  const now = window.get_frame_rect();
  // A size that is asked for again is another one on a monitor of another scale.
  if (now.width === width && now.height === height) window.move_frame(true, x, y);
  else window.move_resize_frame(true, x, y, width, height);
}

const acts = {
  // It also leaves the overview and goes to the window's desktop.
  async focus(window) {
    Main.activateWindow(window);
    await overviewLeft();
    // The shell gives the focus back to another as it leaves.
    if (!window.has_focus()) Main.activateWindow(window);
  },
  minimize: (window) => window.minimize(),
  maximize(window) {
    window.unminimize();
    window.unmake_fullscreen();
    window.maximize(...sides());
  },
  fullscreen(window) {
    window.unminimize();
    window.make_fullscreen();
  },
  restore(window) {
    window.unminimize();
    window.unmake_fullscreen();
    window.unmaximize(...sides());
  },
  pinOnTop: (window) => window.make_above(),
  unpin: (window) => window.unmake_above(),
  close: (window) => window.delete(global.get_current_time()),
};

const changesOfWindows = [
  'position-changed',
  'size-changed',
  'workspace-changed',
  'unmanaged',
  'notify::title',
  'notify::minimized',
  'notify::fullscreen',
  'notify::maximized-horizontally',
  'notify::above',
  'notify::demands-attention',
];

/** Says, once for all of a moment, that the listing may be otherwise. */
class Changes {
  /** When another window got the focus, in milliseconds; null before any did while somebody follows. */
  static focusedAt = null;
  static #followers = 0;

  constructor(say) {
    Changes.#followers++;
    this.say = say;
    this.pending = 0;
    this.signals = [];
    this.follow(global.display, ['notify::focus-window', 'restacked']);
    this.connect(global.display, 'notify::focus-window', () => (Changes.focusedAt = now() / 1000));
    for (const name of ['showing', 'hidden']) this.connect(Main.overview, name, () => this.changed());
    this.follow(global.workspace_manager, ['active-workspace-changed', 'notify::n-workspaces']);
    this.connect(global.display, 'window-created', (_, window) => {
      this.followWindow(window);
      this.changed();
    });
    for (const window of allWindows()) this.followWindow(window);
  }

  followWindow(window) {
    this.follow(window, changesOfWindows);
    this.connect(window, 'unmanaged', () => {
      this.signals = this.signals.filter(([object]) => object !== window);
    });
  }

  follow(object, names) {
    // Versions differ in what they tell of a window.
    for (const name of names) {
      const isThere = !name.startsWith('notify::') || object.constructor.find_property(name.slice('notify::'.length));
      if (isThere) this.connect(object, name, () => this.changed());
    }
  }

  connect(object, name, heard) {
    this.signals.push([object, object.connect(name, heard)]);
  }

  changed() {
    this.pending ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, 0, () => {
      this.pending = 0;
      this.say();
      return GLib.SOURCE_REMOVE;
    });
  }

  close() {
    if (this.pending) GLib.source_remove(this.pending);
    for (const [object, id] of this.signals) object.disconnect(id);
    this.signals = [];
    if (--Changes.#followers === 0) Changes.focusedAt = null;
  }
}
