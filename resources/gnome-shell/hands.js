const clutterBackend = () => global.stage.get_context?.().get_backend() ?? Clutter.get_default_backend();
const now = () => GLib.get_monotonic_time();

const directions = {
  up: Clutter.ScrollDirection.UP,
  down: Clutter.ScrollDirection.DOWN,
  left: Clutter.ScrollDirection.LEFT,
  right: Clutter.ScrollDirection.RIGHT,
};

/**
 * The overview, menus of the panel and dialogs of the shell take keys and presses, though a window keeps the focus among windows.
 */
const isShellInFront = () => Main.overview.visible || Main.modalCount > 0;

/** @throws Refusal where what is meant for a window would reach the shell */
function ensureWindowsAreReached() {
  if (Main.overview.visible) throw new Refusal('overview', 'The overview of GNOME covers all windows.');
  if (Main.modalCount > 0) throw new Refusal('grabbed', 'A menu or dialog of GNOME takes keys and presses.');
}

/** What the shell shows over windows, such as a notification. @throws Refusal */
function ensureNothingLiesOver([x, y]) {
  const actor = global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, x, y);
  const isOfWindows = [global.window_group, global.top_window_group].some((group) => actor && group.contains(actor));
  const isOverWindow = allWindows().some((window) => isShown(window) && holds(window.get_frame_rect(), x, y));
  if (!isOfWindows && isOverWindow) throw new Refusal('grabbed', 'Something of GNOME lies over the window there.');
}

const holds = (rect, x, y) => x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;

/** Right of the edges of the hot corner, which are as long as the panel is high, in logical pixels. */
const besideCorner = 64;

/** A pointer and a keyboard. What they hold down is let go when they end. */
class Hands {
  /** When any of them has last done something, in milliseconds. */
  static sentAt = -Infinity;

  constructor() {
    const seat = clutterBackend().get_default_seat();
    this.pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    this.keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
  }

  move(x, y) {
    // From GNOME 50 on the pointer of a session begins in the hot corner, whose edges stop a motion that leaves it and take it for a push.
    const [fromX, fromY] = global.get_pointer();
    if (fromX <= 0 && fromY <= 0) this.pointer.notify_absolute_motion(this.noted(), besideCorner, 0);
    this.pointer.notify_absolute_motion(this.noted(), x, y);
  }

  /** @param button as Clutter counts them: 1 left, 2 middle, 3 right */
  button(button, down) {
    if (down) {
      ensureWindowsAreReached();
      ensureNothingLiesOver(global.get_pointer());
    }
    this.pointer.notify_button(this.noted(), button, down ? Clutter.ButtonState.PRESSED : Clutter.ButtonState.RELEASED);
  }

  notch(direction) {
    ensureWindowsAreReached();
    this.pointer.notify_discrete_scroll(this.noted(), directions[direction], Clutter.ScrollSource.WHEEL);
  }

  /** @param code of linux/input-event-codes.h */
  key(code, down) {
    if (down) ensureWindowsAreReached();
    this.keyboard.notify_key(this.noted(), code, down ? Clutter.KeyState.PRESSED : Clutter.KeyState.RELEASED);
  }

  noted() {
    const at = now();
    Hands.sentAt = at / 1000;
    return at;
  }

  close() {
    this.pointer.run_dispose();
    this.keyboard.run_dispose();
  }
}
