const clutterBackend = () => global.stage.get_context?.().get_backend() ?? Clutter.get_default_backend();
const now = () => GLib.get_monotonic_time();

const directions = {
  up: Clutter.ScrollDirection.UP,
  down: Clutter.ScrollDirection.DOWN,
  left: Clutter.ScrollDirection.LEFT,
  right: Clutter.ScrollDirection.RIGHT,
};

/** A pointer and a keyboard. What they hold down is let go when they end. */
class Hands {
  constructor() {
    const seat = clutterBackend().get_default_seat();
    this.pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    this.keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
  }

  move(x, y) {
    this.pointer.notify_absolute_motion(now(), x, y);
  }

  /** @param button as Clutter counts them: 1 left, 2 middle, 3 right */
  button(button, down) {
    // What lies below the overview gets no press, whatever the list says.
    if (down && Main.overview.visible) throw new Refusal('busy', 'The overview of GNOME covers all windows.');
    this.pointer.notify_button(now(), button, down ? Clutter.ButtonState.PRESSED : Clutter.ButtonState.RELEASED);
  }

  notch(direction) {
    this.pointer.notify_discrete_scroll(now(), directions[direction], Clutter.ScrollSource.WHEEL);
  }

  /** @param code of linux/input-event-codes.h */
  key(code, down) {
    this.keyboard.notify_key(now(), code, down ? Clutter.KeyState.PRESSED : Clutter.KeyState.RELEASED);
  }

  close() {
    this.pointer.run_dispose();
    this.keyboard.run_dispose();
  }
}
