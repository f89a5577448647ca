import { disposable, type Disposable } from '../../../../../base/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import { cannot, noRecording, unheardWhat, type Compositor, type Told, type ToldKey } from '../compositor.ts';
import { layoutOf, type Desk } from '../desk.ts';
import { KeyOnce } from '../key-once.ts';
import type { SentPresses } from '../sent-presses.ts';
import { toRawInput } from './told-input.ts';

/** Keys as apps tell them. */
export type KeyListener = (heard: (key: ToldKey) => void) => Promise<Disposable>;

/** What a person presses: the pointer as the compositor tells of it, keys as it or the apps themselves do. */
export function createObserver(
  desk: Desk,
  { sent, appKeys, log }: { readonly sent: SentPresses; readonly appKeys: KeyListener; readonly log: Log },
): InputObserver {
  const { compositor } = desk;

  const listen = async (listener: (input: RawInput) => void): Promise<Disposable> => {
    if (!compositor.presses) throw unheard(compositor);
    const ours = sent.follow();
    const once = new KeyOnce();
    const hear = (told: Told, by: string) => {
      if (told.type === 'key' && !once.isNew(told, by)) return;
      const byUs = told.type !== 'move' && ours.isOurs({ code: told.code, down: told.type === 'key' || told.down });
      const input = toRawInput(told, layoutOf(desk));
      if (input) listener(byUs ? { ...input, byUs } : input);
    };
    let presses: Disposable | null = null;
    try {
      presses = await compositor.presses.listen((told) => hear(told, 'compositor'));
      const keys = await appKeys((told) => hear(told, 'app')).catch((error: unknown) => {
        log('warn', 'apps tell of no keys', error);
        return null;
      });
      return disposable(() => {
        for (const part of [keys, presses, ours]) part?.dispose();
      });
    } catch (error) {
      ours.dispose();
      presses?.dispose();
      throw error;
    }
  };
  return {
    listen,
    grab: (listener) => compositor.grab?.(listener) ?? Promise.reject(unheard(compositor)),
  };
}

function unheard(compositor: Compositor) {
  return cannot(compositor, unheardWhat, noRecording.instead);
}
