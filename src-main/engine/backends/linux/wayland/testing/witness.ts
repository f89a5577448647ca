import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';
import { end } from '../../../../testing/programs.ts';
import { python } from '../../testing/apps/target-app.ts';

/** An accessible object: its app's bus name, and its path. */
export type Accessible = readonly [bus: string, path: string];

/** Facts reported by an object. */
export interface Testimony {
  readonly states: readonly string[];
  readonly name: string;
  readonly text: string;
  /** Names of its selected children. */
  readonly selected: readonly string[];
}

/** A change reported by an app. */
export interface WitnessedEvent {
  readonly type: string;
  readonly detail: string;
  readonly on: boolean;
  readonly path: string;
}

/** Queries and observes the accessibility bus independently of Deskscope: GLib in Python, with raw bus calls. */
const script = String.raw`
import json, sys, threading
from gi.repository import Gio, GLib
session = Gio.bus_get_sync(Gio.BusType.SESSION)
def ask(bus, name, path, face, member, args=None):
    return bus.call_sync(name, path, face, member, args, None, 0, 5000, None).unpack()
address = ask(session, 'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress')[0]
flags = Gio.DBusConnectionFlags
bus = Gio.DBusConnection.new_for_address_sync(address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
heard, waiting = [], []
prefix = 'org.a11y.atspi.'
def hear(_, sender, path, face, signal, args):
    if not face.startswith(prefix + 'Event.'): return
    try: values = args.unpack()
    except Exception: return
    heard.append((sender, path, signal, str(values[0]), bool(values[1])))
bus.signal_subscribe(None, None, None, None, None, Gio.DBusSignalFlags.NONE, hear)
for event in ('object:', 'window:', 'focus:'):
    ask(bus, prefix + 'Registry', '/org/a11y/atspi/registry', prefix + 'Registry', 'RegisterEvent', GLib.Variant('(s)', (event,)))
names = dict(enumerate('invalid active armed busy checked collapsed defunct editable enabled expandable expanded focusable focused '
  'has-tooltip horizontal iconified modal multi-line multiselectable opaque pressed resizable selectable selected sensitive showing '
  'single-line stale transient vertical visible'.split()))
def prop(ref, face, name):
    try: return ask(bus, ref[0], ref[1], 'org.freedesktop.DBus.Properties', 'Get', GLib.Variant('(ss)', (prefix + face, name)))[0]
    except GLib.Error: return None
def tell(ref, face, member, args=None):
    try: return ask(bus, ref[0], ref[1], prefix + face, member, args)[0]
    except GLib.Error: return None
def state(ref):
    bits = tell(ref, 'Accessible', 'GetState') or [0, 0]
    count = prop(ref, 'Text', 'CharacterCount')
    chosen = prop(ref, 'Selection', 'NSelectedChildren') or 0
    children = [tell(ref, 'Selection', 'GetSelectedChild', GLib.Variant('(i)', (i,))) for i in range(min(chosen, 5))]
    return {
      'states': [name for i, name in names.items() if bits[i // 32] >> i % 32 & 1],
      'name': prop(ref, 'Accessible', 'Name') or '',
      'text': (tell(ref, 'Text', 'GetText', GLib.Variant('(ii)', (0, count))) or '') if count else '',
      'selected': [prop(child, 'Accessible', 'Name') or '' for child in children if child],
    }
def within(ref, path, height=12):
    at = (ref[0], path)
    for _ in range(height):
        if list(at) == list(ref): return True
        at = prop(at, 'Accessible', 'Parent')
        if not at or at[0] != ref[0]: return False
    return False
def matching(ref, all_of_app):
    ours = [each for each in heard if each[0] == ref[0]]
    paths = {path: all_of_app or within(ref, path) for path in {each[1] for each in ours}}
    return [{'type': signal, 'detail': detail, 'on': on, 'path': path} for _, path, signal, detail, on in ours if paths[path]]
def answer(line):
    told = json.loads(line)
    what, ref = told['do'], told.get('ref')
    if what == 'clear':
        heard.clear()
        result = None
    elif what == 'state': result = state(ref)
    else: result = matching(ref, told['all'])
    print(json.dumps(result), flush=True)
    return False
def read():
    for line in sys.stdin: GLib.idle_add(answer, line)
    GLib.idle_add(loop.quit)
loop = GLib.MainLoop()
threading.Thread(target=read, daemon=True).start()
print('"ready"', flush=True)
loop.run()
`;

/** An independent observer on the accessibility bus. */
export class Witness {
  readonly #ask: (question: object) => Promise<unknown>;
  readonly close: () => Promise<void>;

  private constructor(ask: (question: object) => Promise<unknown>, close: () => Promise<void>) {
    this.#ask = ask;
    this.close = close;
  }

  static async open(env: NodeJS.ProcessEnv): Promise<Witness> {
    const child = spawn(python, ['-c', script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const answer = async () => {
      const line = await lines.next();
      if (line.done) throw new Error('The witness has gone.');
      return JSON.parse(line.value) as unknown;
    };
    await answer();
    let last: Promise<unknown> = Promise.resolve();
    const ask = (question: object) => {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      return (last = last.then(answer));
    };
    return new Witness(ask, () => end(child));
  }

  async forget(): Promise<void> {
    await this.#ask({ do: 'clear' });
  }

  async about(ref: Accessible): Promise<Testimony> {
    return (await this.#ask({ do: 'state', ref })) as Testimony;
  }

  /** Since the last reset, for an object and its descendants, or for its whole app. */
  async received(ref: Accessible, all = false): Promise<readonly WitnessedEvent[]> {
    return (await this.#ask({ do: 'heard', ref, all })) as readonly WitnessedEvent[];
  }
}
