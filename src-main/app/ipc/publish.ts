import type { WebContents } from 'electron';
import { channels } from '#contract/bridge';
import { topics, type Events, type Topic } from '#contract/events';
import type { Role } from './sender.ts';

const receivedBy: Readonly<Record<Role, readonly Topic[]>> = {
  main: topics.filter((topic) => !topic.startsWith('permissions.') && !topic.endsWith('.bar')),
  permission: ['permissions.asked', 'permissions.looked', 'settings.changed'],
  pick: ['pick.bar'],
  record: ['record.bar'],
  held: ['held.bar'],
};

/** Sends each event to the subscribed windows only. */
export class Publisher {
  /** One count per topic: a page may listen to the same topic in several places. */
  readonly #listeners = new Map<WebContents, Map<Topic, number>>();

  /** False if the role may not hear that topic. */
  subscribe(contents: WebContents, role: Role, topic: unknown, wanted: boolean): boolean {
    const known = receivedBy[role].find((allowed) => allowed === topic);
    if (known === undefined) return false;
    const counts = this.#listeners.get(contents) ?? this.#track(contents);
    counts.set(known, Math.max(0, (counts.get(known) ?? 0) + (wanted ? 1 : -1)));
    return true;
  }

  publish<T extends Topic>(topic: T, payload: Events[T]): void {
    for (const [contents, counts] of this.#listeners) {
      if ((counts.get(topic) ?? 0) > 0 && !contents.isDestroyed()) contents.send(channels.event, topic, payload);
    }
  }

  #track(contents: WebContents): Map<Topic, number> {
    const counts = new Map<Topic, number>();
    this.#listeners.set(contents, counts);
    contents.once('destroyed', () => this.#listeners.delete(contents));
    // A reload forgets its listeners without saying so.
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) counts.clear();
    });
    return counts;
  }
}
