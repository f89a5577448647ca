import type { Disposable } from '../../base/async/disposable.ts';
import { disposable } from '../../base/async/disposable.ts';
import type { Log } from '../../base/log.ts';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { mostWatched, watchResource } from '../resources/watch.ts';

/**
 * Subscriptions of the 2026 era. The SDK keeps the streams and filters by address, but does not report which addresses are
 * asked for; so they are read from the request, and watched while its stream is open. However many clients want a
 * resource, it is watched once.
 */
export class ModernSubscriptions {
  readonly #runner: ToolRunner;
  readonly #log: Log;
  readonly #watched = new Map<string, { holders: number; readonly watch: Promise<Disposable | null> }>();

  constructor(runner: ToolRunner, log: Log) {
    this.#runner = runner;
    this.#log = log;
  }

  /** Watches the addresses in a `subscriptions/listen` request, until disposed of; nothing for any other request. */
  hold(body: unknown, ask: AskTool, updated: (uri: string) => void): Disposable {
    const uris = subscribedIn(body);
    for (const uri of uris) this.#take(uri, ask, updated);
    return disposable(() => uris.forEach((uri) => this.#release(uri)));
  }

  #take(uri: string, ask: AskTool, updated: (uri: string) => void): void {
    const known = this.#watched.get(uri);
    if (known) {
      known.holders++;
      return;
    }
    const { engine, recent } = this.#runner;
    // Of anybody's calls: a client that reads them again sees its own.
    const calls = (called: () => void) => recent.on(null, called);
    const watch = watchResource(uri, { engine, ask, calls, changed: () => updated(uri) }).catch((error: unknown) => {
      this.#log('info', `${uri} is not watched`, error);
      return null;
    });
    this.#watched.set(uri, { holders: 1, watch });
  }

  #release(uri: string): void {
    const known = this.#watched.get(uri);
    if (!known || --known.holders > 0) return;
    this.#watched.delete(uri);
    void known.watch.then((watch) => watch?.dispose());
  }
}

function subscribedIn(body: unknown): readonly string[] {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { notifications?: unknown } };
  if (method !== 'subscriptions/listen') return [];
  const wanted = (params?.notifications as { resourceSubscriptions?: unknown } | undefined)?.resourceSubscriptions;
  if (!Array.isArray(wanted)) return [];
  const uris = new Set(wanted.filter((uri) => typeof uri === 'string'));
  return [...uris].slice(0, mostWatched);
}
