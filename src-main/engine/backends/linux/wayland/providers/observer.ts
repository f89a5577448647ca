import { DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import { cannot, noRecording, unheardWhat, type Compositor, type Told } from '../compositor.ts';
import { layoutOf, type Desk } from '../desk.ts';
import { KeyOnce } from '../input/key-once.ts';
import { turned, type Change, type SentPresses } from '../input/sent-presses.ts';
import { InOrder } from './in-order.ts';
import { LateKeys } from './late-keys.ts';
import { toRawInput } from './told-input.ts';

/** So much later than it was a busy server of X apps may date what goes to them, in milliseconds. */
const xLateMs = 2_000;
/** The same of a compositor that only looks now and then. */
const lookLateMs = 250;

/** Another who reports what a person does. */
export type Teller = (heard: (told: Told) => void) => Promise<Disposable>;

export interface Tellers {
  /** Of keys, by apps themselves. */
  readonly appKeys: Teller;
  /** The server of apps that come through XWayland; null where there is none. */
  readonly xWayland: Teller | null;
  readonly sent: SentPresses;
  readonly log: Log;
}

/** What a person presses: as the compositor, the apps and the server of X apps report it. */
export function createObserver(desk: Desk, { appKeys, xWayland, sent, log }: Tellers): InputObserver {
  const { compositor } = desk;

  const listen = async (listener: (input: RawInput) => void): Promise<Disposable> => {
    const { presses } = compositor;
    if (!presses && !xWayland) throw unheard(compositor);
    const owned = new DisposableStore();
    const ours = owned.add(sent.follow());
    const once = new KeyOnce();
    const late = new LateKeys();
    const inOrder = new InOrder(presses?.lateMs ?? 0, (input) => listener(late.mark(input)));
    owned.add(inOrder);
    const tell = (input: RawInput) => (presses?.lateMs ? inOrder.push(input) : listener(late.mark(input)));
    const lateOf = (by: string, told: Told) => {
      if (by !== 'compositor') return xWayland ? xLateMs : 0;
      return told.type === 'button' && told.since !== undefined ? lookLateMs : 0;
    };
    const hearFrom = (by: string) => (told: Told) => {
      if (told.type === 'key' && !once.isNew(told, by)) return;
      const change = changeOf(told);
      const byUs = change !== null && ours.isOurs(change, told, lateOf(by, told));
      const input = toRawInput(told, layoutOf(desk));
      if (input) tell(byUs ? { ...input, byUs } : input);
    };
    // Others are a help: without one of them there is something to hear all the same.
    const help = async (by: string, teller: Teller) => {
      const telling = await teller(hearFrom(by)).catch((error: unknown) => {
        log('warn', `${by} tell of no input`, error);
        hearFrom(by)({ type: 'gap', time: monotonicMs() });
        return null;
      });
      if (telling) owned.add(telling);
    };
    try {
      if (presses) owned.add(await presses.listen(hearFrom('compositor')));
      if (xWayland) await help('apps of X', xWayland);
      await help('apps', appKeys);
      return owned;
    } catch (error) {
      owned.dispose();
      throw error;
    }
  };
  return {
    listen,
    grab: (listener) => compositor.grab?.(listener) ?? Promise.reject(unheard(compositor)),
  };
}

/** What may have been sent by us. */
function changeOf(told: Told): Change | null {
  if (told.type === 'key') return { code: told.code, down: true };
  if (told.type === 'button') return { code: told.code, down: told.down };
  return told.type === 'wheel' ? turned(told.notches) : null;
}

function unheard(compositor: Compositor) {
  return cannot(compositor, unheardWhat, noRecording.instead);
}
