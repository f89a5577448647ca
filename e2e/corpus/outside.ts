import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { root } from '../../scripts/lib/paths.mjs';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';

/** A visible element, read from AT-SPI directly. `place` is x, y, width, height in physical screen pixels. */
const seen = z.object({
  role: z.string(),
  name: z.string(),
  text: z.string(),
  value: z.number().nullable(),
  shows: z.boolean(),
  place: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  states: z.array(z.string()),
  window: z.string(),
});
export type Seen = Readonly<z.output<typeof seen>>;

/** A person's name for an element: its name, or else its text; and its role if names are ambiguous. */
export interface Called {
  readonly name?: string | RegExp;
  /** AT-SPI's name of the role, e.g. `push button`. */
  readonly role?: string;
  /** Index among equal ones, 0-based. */
  readonly nth?: number;
}

/** All visible elements in the windows of a process group, read without Deskscope. */
export async function lookOutside(env: NodeJS.ProcessEnv, group: number): Promise<readonly Seen[]> {
  const args = [join(root, 'e2e/corpus/look.py'), String(group)];
  const { output } = await run('/usr/bin/python3', args, { env, timeoutMs: 30_000 });
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => seen.parse(JSON.parse(line)));
}

export function findSeen(all: readonly Seen[], { name, role, nth = 0 }: Called): Seen | undefined {
  const fits = (text: string) => (typeof name === 'string' ? text === name : (name?.test(text) ?? true));
  const called = all.filter(
    (each) =>
      (role === undefined || each.role === role) &&
      (fits(each.name) || (each.name === '' && fits(each.text))) &&
      each.shows &&
      each.place !== null &&
      each.place[2] > 0,
  );
  return called[nth];
}

/** @throws with the query, and the elements found */
export async function waitForSeen(env: NodeJS.ProcessEnv, group: number, called: Called): Promise<Seen> {
  const end = Date.now() + 8_000;
  for (;;) {
    const all = await lookOutside(env, group);
    const found = findSeen(all, called);
    if (found) return found;
    if (Date.now() > end) {
      const alike = all.filter(({ role }) => called.role === undefined || role === called.role);
      const names = [
        ...new Set((alike.length > 0 ? alike : all).map(({ role, name, text }) => `${role} “${name || text}”`)),
      ].slice(0, 60);
      throw new Error(
        `No ${called.role ?? 'element'} ${String(called.name ?? '')} shows; there are ${names.join(', ')}`,
      );
    }
    await sleep(100);
  }
}
