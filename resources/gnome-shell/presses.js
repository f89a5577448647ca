/**
 * So often one looks what the pointer does, in milliseconds: what goes to an app is announced to no extension. A person holds a
 * button longer, and a look takes some microseconds.
 */
const lookMs = 8;
/** In less time nobody presses and lets go, nor moves and does that, in milliseconds. */
const shortestPressMs = 50;
const shortestMoveAndPressMs = 200;
/** How long the shell may take to see what we send, in milliseconds. */
const takenMs = 250;
/** The buttons of a state of the pointer, from its lowest bit on, as Clutter counts them in events. */
const buttonsOfState = [1, 2, 3, 8, 9];
const firstButton = 8;
/** IBus.InputPurpose.PASSWORD and PIN. */
const secrets = new Set([8, 9]);
const bullet = 0x01002022;

const inputMethods = () => Object.getPrototypeOf(Main.inputMethod);

/** GJS takes methods that C calls only where they are hooked up. */
function hookUp(prototype, name, method) {
  prototype[Gi.gobject_prototype_symbol][Gi.hook_up_vfunc_symbol](name, method);
}

/** Keys that go to a field with an input method pass here first. Each is told to all who listen; null for one that is let go. */
class FieldKeys {
  static #listeners = new Set();

  /** @returns what ends it */
  static listen(heard) {
    if (FieldKeys.#listeners.size === 0) FieldKeys.#hook(true);
    FieldKeys.#listeners.add(heard);
    return () => {
      if (FieldKeys.#listeners.delete(heard) && FieldKeys.#listeners.size === 0) FieldKeys.#hook(false);
    };
  }

  static #hook(on) {
    const prototype = inputMethods();
    const own = prototype.vfunc_filter_key_event;
    const telling = function (event) {
      const key = event.type() === EventType.KEY_PRESS ? keyOf(event, secrets.has(this._purpose)) : null;
      for (const heard of FieldKeys.#listeners) heard(key);
      return own.call(this, event);
    };
    hookUp(prototype, 'filter_key_event', on ? telling : own);
  }
}

function keyOf(event, isSecret) {
  return {
    type: 'key',
    keysym: isSecret && event.get_key_unicode() >= ' ' ? bullet : event.get_key_symbol(),
    code: event.get_key_code(),
    modifiers: event.get_state() & Clutter.ModifierType.MODIFIER_MASK,
    time: event.get_time(),
  };
}

/** Says what a person does with the pointer, and which keys go to fields, until it is closed. Nothing is kept from apps. */
class Presses {
  constructor(say) {
    this.say = say;
    [this.x, this.y, this.state] = global.get_pointer();
    this.looked = now() / 1000;
    this.timer = GLib.timeout_add(GLib.PRIORITY_HIGH, lookMs, () => {
      this.look();
      return GLib.SOURCE_CONTINUE;
    });
    this.isTyped = false;
    this.endKeys = FieldKeys.listen((key) => {
      this.isTyped = true;
      if (key) say(key);
    });
  }

  look() {
    const [x, y, state] = global.get_pointer();
    const [isMoved, changed] = [x !== this.x || y !== this.y, state ^ this.state];
    [this.x, this.y, this.state] = [x, y, state];
    const [time, since] = [now() / 1000, this.looked];
    if (this.isMissed(time - since, isMoved, changed)) this.say({ type: 'gap', time });
    this.looked = time;
    this.isTyped = false;
    if (isMoved) this.say({ type: 'move', x, y, time });
    const modifiers = state & Clutter.ModifierType.MODIFIER_MASK;
    for (const [bit, button] of buttonsOfState.entries()) {
      const mask = 1 << (firstButton + bit);
      const down = (state & mask) !== 0;
      if (changed & mask) this.say({ type: 'button', x, y, button, down, modifiers, time, since });
    }
  }

  /** While the shell was busy there was input that left no trace: what was pressed and let go. */
  isMissed(sinceLook, isMoved, changed) {
    if (sinceLook <= (isMoved ? shortestMoveAndPressMs : shortestPressMs) || changed || this.isTyped) return false;
    // What we sent before it was busy it had seen by then; what we sent since may be what it saw.
    return global.backend.get_core_idle_monitor().get_idletime() < sinceLook && Hands.sentAt < this.looked - takenMs;
  }

  close() {
    GLib.source_remove(this.timer);
    this.endKeys();
  }
}
