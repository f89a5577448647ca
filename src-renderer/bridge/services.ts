import type { Api, ApiClient } from '#contract/api';
import type { Bridge } from '#contract/bridge';
import { createClient } from './client.ts';
import type { Subscribe } from './subscribe.ts';

/** What a feature's store works with; tests hand in their own. */
export interface Services {
  readonly client: ApiClient;
  readonly on: Subscribe;
  /** Tells the user about a failure. */
  readonly report: (error: unknown) => void;
  /** Tells the user about a success in one sentence. */
  readonly notify: (sentence: string) => void;
}

/** The services of a window over its bridge; `report` and `notify` are the shell's. */
export function createServices(bridge: Bridge, voice: Pick<Services, 'report' | 'notify'>): Services {
  return { client: createClient<Api>(bridge), on: (topic, listener) => bridge.on(topic, listener), ...voice };
}
