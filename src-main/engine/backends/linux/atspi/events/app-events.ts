import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { RawEvent } from '../../../../backend.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import { registry, registryPath } from '../vocabulary/names.ts';
import { describeEvent } from './describe-event.ts';

/** Events subscribed to while a log is read, in addition to those of the bus. */
const more = [
  'object:text-caret-moved',
  'object:text-selection-changed',
  'object:attributes-changed',
  'object:announcement',
  'window:deactivate',
  'window:minimize',
  'window:maximize',
  'window:restore',
];
const askMs = 2_000;

/** App events for readers of the log. */
export class AppEvents {
  readonly #bus: AccessibilityBus;
  #listeners = 0;
  /** Requests are serialised: an unsubscription must not overtake its subscription. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(bus: AccessibilityBus) {
    this.#bus = bus;
  }

  /** @param app its bus name */
  async listen(app: string, received: (event: RawEvent) => void): Promise<Disposable> {
    const listening = this.#bus.onSignal((message) => {
      const event = message.sender === app ? describeEvent(message) : null;
      if (event) received(event);
    });
    if (this.#listeners++ === 0) this.#ask('RegisterEvent');
    await this.#asked;
    return disposable(() => {
      listening.dispose();
      if (--this.#listeners === 0) this.#ask('DeregisterEvent');
    });
  }

  /** Events that a registry refuses are not announced. */
  #ask(member: 'RegisterEvent' | 'DeregisterEvent'): void {
    const call = { destination: registry, path: registryPath, interface: registry, member, signature: 's' };
    const ask = () =>
      Promise.allSettled(more.map((event) => this.#bus.call({ ...call, body: [event] }, AbortSignal.timeout(askMs))));
    this.#asked = this.#asked.then(ask);
  }
}
