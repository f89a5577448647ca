import type { RunInfo } from '#contract/model/run';
import type { Survival, SurvivalQuery } from '#contract/model/survival';
import { matchWindows, windowRemembered, type Choosable } from '#contract/model/window-query';
import type { WindowMatch } from '#contract/model/window';
import type { Runs } from '../runs/runs.ts';
import { keptTrees, treeOfRows, type KeptTree } from './kept-trees.ts';
import { survivalIn, type Kept } from './survival.ts';

/** What is looked at, so that an answer takes no longer than a person waits: the newest. */
const mostRuns = 20;
const mostTrees = 60;
/** Of one run, where it has none of the step itself. */
const mostOthers = 5;
/** Trees that stay in memory for the next question. */
const keptInMemory = mostTrees;

/** Tries selectors on the trees that runs have kept of their windows. */
export class Shelf {
  readonly #runs: Pick<Runs, 'list' | 'events' | 'tree'>;
  /** By run, as of so many calls. */
  readonly #known = new Map<string, { readonly calls: number; readonly trees: Promise<readonly KeptTree[]> }>();
  /** Last used last. */
  readonly #trees = new Map<string, Promise<Pick<Kept, 'root' | 'described'> | null>>();

  constructor(runs: Pick<Runs, 'list' | 'events' | 'tree'>) {
    this.#runs = runs;
  }

  survival(query: SurvivalQuery): Promise<Survival> {
    return survivalIn(this.#treesFor(query), query);
  }

  async *#treesFor(query: SurvivalQuery): AsyncGenerator<Kept> {
    const { runs } = await this.#runs.list();
    let left = mostTrees;
    for (const run of runs.slice(0, mostRuns)) {
      for (const tree of chosen(await this.#treesOf(run), query)) {
        const kept = left > 0 ? await this.#read(run, tree) : null;
        if (!kept) continue;
        left--;
        yield kept;
      }
    }
  }

  /** A run that cannot be read, as one that was removed meanwhile, has none. */
  #treesOf({ id, calls }: RunInfo): Promise<readonly KeptTree[]> {
    const known = this.#known.get(id);
    if (known?.calls === calls) return known.trees;
    const trees = this.#runs.events(id).then(keptTrees, () => []);
    this.#known.set(id, { calls, trees });
    return trees;
  }

  async #read(run: RunInfo, { call, at, window, tree, step }: KeptTree): Promise<Kept | null> {
    const key = `${run.id}\n${tree.blob}`;
    const read = this.#trees.get(key) ?? this.#unpack(run.id, tree);
    this.#trees.delete(key);
    this.#trees.set(key, read);
    const [oldest] = this.#trees.keys();
    if (this.#trees.size > keptInMemory && oldest !== undefined) this.#trees.delete(oldest);
    const found = await read;
    const from = { run: run.id, title: run.title, call, at, window: window.title };
    return found && { ...found, from, cut: tree.cut === true, step };
  }

  async #unpack(run: string, tree: KeptTree['tree']): Promise<Pick<Kept, 'root' | 'described'> | null> {
    const rows = await this.#runs.tree(run, tree).catch(() => null);
    const root = rows && treeOfRows(rows);
    return root && { root, described: rows.every(({ description }) => description !== undefined) };
  }
}

/** Newest first: those that the step itself was replayed on, else a few of the same window that differ from each other. */
function chosen(trees: readonly KeptTree[], { window, selectors }: SurvivalQuery): readonly KeptTree[] {
  const ofWindow = [...trees].reverse().filter((kept) => isOfWindow(window, kept.window));
  const own = ofWindow.filter(({ step }) => step !== null && selectors.includes(step.selector));
  return own.length > 0 ? eachOnce(own) : eachOnce(ofWindow).slice(0, mostOthers);
}

function eachOnce(trees: readonly KeptTree[]): readonly KeptTree[] {
  const seen = new Set<string>();
  return trees.filter(({ tree: { blob } }) => !seen.has(blob) && seen.add(blob));
}

/** Whether a step that remembers the window would take this one, if it were the only one of its program. */
function isOfWindow(match: WindowMatch, { title, app, role }: KeptTree['window']): boolean {
  const kind = role === 'dialog' ? 'dialog' : 'normal';
  const window: Choosable = { id: '0x1', title, app, className: '', processId: 0, active: false, kind, owner: null };
  return matchWindows([window], windowRemembered(match)).length > 0;
}
