const { EventType } = Clutter;

/** Whether a grab got neither pointer nor keys. GNOME tells by a state of the seat, since 50 by the grab itself. */
function isLost(grab) {
  return Clutter.GrabState ? grab.get_seat_state?.() === Clutter.GrabState.NONE : grab.is_revoked?.() === true;
}

/** Takes pointer and keys from all others and says what they do. */
class Grab {
  /** @throws Refusal where another holds them */
  constructor(say) {
    const { width, height } = global.stage;
    this.actor = new St.Widget({ reactive: true, can_focus: true, width, height });
    Main.uiGroup.add_child(this.actor);
    this.grab = Main.pushModal(this.actor);
    if (!this.grab || isLost(this.grab)) {
      this.close();
      throw new Refusal('grabbed', 'Another program holds pointer and keys.');
    }
    this.actor.connect('event', (_, event) => {
      const heard = heardOf(event);
      if (heard) say(heard);
      return Clutter.EVENT_STOP;
    });
    this.actor.grab_key_focus();
  }

  close() {
    if (this.grab) Main.popModal(this.grab);
    this.actor.destroy();
  }
}

function heardOf(event) {
  const [x, y] = event.get_coords();
  const modifiers = event.get_state() & Clutter.ModifierType.MODIFIER_MASK;
  switch (event.type()) {
    case EventType.MOTION:
    case EventType.ENTER:
      return { type: 'move', x, y };
    case EventType.BUTTON_PRESS:
    case EventType.BUTTON_RELEASE: {
      const down = event.type() === EventType.BUTTON_PRESS;
      return { type: 'button', x, y, button: event.get_button(), down, modifiers };
    }
    case EventType.SCROLL: {
      const direction = event.get_scroll_direction();
      if (direction !== Clutter.ScrollDirection.UP && direction !== Clutter.ScrollDirection.DOWN) return null;
      return { type: 'wheel', x, y, notches: direction === Clutter.ScrollDirection.UP ? 1 : -1 };
    }
    case EventType.KEY_PRESS:
      return { type: 'key', keysym: event.get_key_symbol(), modifiers };
    default:
      return null;
  }
}
