import { quoted } from '#contract/foreign-text';
import { expectedStates } from '#contract/model/recordings/expectation';
import type { TracedTree, TreeRow } from '#contract/model/runs/trace';
import { isVolatile } from '#contract/model/elements/volatile';
import type { TraceReader } from '../trace/trace-reader.ts';
import { readTree } from '../trace/tree-store.ts';
import { plainText } from './compare/observed.ts';

/** Blobs that are kept at hand: neighbours in a run show the same. */
const keptTexts = 200;

/** Reads the blobs of one trace, and caches recent ones. */
export class Looks {
  readonly #trace: Pick<TraceReader, 'blob'>;
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(trace: Pick<TraceReader, 'blob'>) {
    this.#trace = trace;
  }

  /** Empty if it is missing. */
  text(blob: string): Promise<string> {
    return this.#once(blob, async () => Buffer.from((await this.#trace.blob(blob)) ?? []).toString('utf8'));
  }

  /** Null if it is missing, or no tree. */
  rows(tree: TracedTree): Promise<readonly TreeRow[] | null> {
    const read = (blob: string) => this.#once(`bytes ${blob}`, () => this.#trace.blob(blob));
    return this.#once(`rows ${tree.blob}`, () => readTree(tree, read));
  }

  /** Its elements as lines, see {@link lineOfRow}; null as above. */
  lines(tree: TracedTree): Promise<readonly string[] | null> {
    return this.#once(`lines ${tree.blob}`, async () => (await this.rows(tree))?.map(lineOfRow) ?? null);
  }

  /** The controls listed for a model, by their ids: `Button “7”`, with an ordinal for equal names. */
  async controls(blob: string): Promise<ReadonlyMap<string, string>> {
    return this.#once(`controls ${blob}`, async () => controlsIn(await this.text(blob)));
  }

  #once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key) ?? read();
    this.#kept.delete(key);
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptTexts && oldest !== undefined) this.#kept.delete(oldest);
    return known as Promise<T>;
  }
}

/** Lines such as `5. Button: "7"`, as agents write them for models. */
export function controlsIn(text: string): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const found = new Map<string, string>();
  for (const [, id = '', type = '', name = ''] of text.matchAll(/^(\S+?)\. (\w+): "(.*)"$/gm)) {
    const label = `${type} ${quoted(plainText(name))}`;
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    found.set(id, count === 1 ? label : `${label} (${count})`);
  }
  return found;
}

const reported: ReadonlySet<string> = new Set(expectedStates);

/** An element as a line that is the same wherever its window lies: `Edit “Display” holds “7”`. */
export function lineOfRow({ controlType, name, automationId, value, states }: TreeRow): string {
  const called = name !== '' ? quoted(plainText(name)) : isVolatile(automationId) ? '' : automationId;
  const shown = states.filter((state) => reported.has(state)).sort();
  return [
    `${controlType} ${called}`.trim(),
    ...(value !== null && value !== '' && value !== name ? [`holds ${quoted(plainText(value))}`] : []),
    ...(shown.includes('enabled') ? shown.filter((state) => state !== 'enabled') : ['disabled', ...shown]),
  ].join(' ');
}
