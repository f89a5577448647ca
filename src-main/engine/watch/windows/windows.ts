import { disposable, DisposableStore, type Disposable } from '../../../base/async/disposable.ts';
import { withDeadline } from '../../../base/async/deadline.ts';
import type { Log } from '../../../base/log.ts';
import { diffLists, type Diff, type Snapshot } from '#contract/model/elements/diff';
import { sameRect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { WindowsBackend } from '../../backend.ts';
import { deadlines } from '../../deadlines.ts';
import { rateLimited } from '../rate-limit.ts';

/** Polling interval in milliseconds, if the platform reports no changes. */
export const pollMs = 1_000;

/** The live list of windows: a snapshot, and numbered diffs to later ones. */
export interface WindowFeed {
  /** Of the latest list. */
  readonly sequence: number;
  /** Reads the list; listeners get a diff of all changes, so list and diffs always agree. */
  read(): Promise<Snapshot<WindowInfo>>;
  /** Keeps reading until disposed. */
  watch(): Disposable;
}

export function createWindowFeed(
  backend: WindowsBackend,
  changed: (diff: Diff<WindowInfo>) => void,
  log: Log,
): WindowFeed {
  // Numbers start at the clock, so that a diff of a restarted engine never seems to follow an earlier snapshot.
  let snapshot: Snapshot<WindowInfo> = { sequence: Date.now(), items: [] };
  let started = 0;
  let applied = 0;

  const read = async () => {
    const turn = ++started;
    const items = await backend.windows.list({ all: false });
    // Reads overlap; an earlier one must not overwrite the result of a later one.
    if (turn > applied) {
      applied = turn;
      apply(items);
    }
    return snapshot;
  };
  const apply = (items: readonly WindowInfo[]) => {
    const diff = diffLists(snapshot.items, items, snapshot.sequence + 1, sameWindow);
    if (!diff) return;
    snapshot = { sequence: diff.sequence, items };
    changed(diff);
  };
  const refresh = () =>
    withDeadline({ timeoutMs: deadlines.listWindows.ms, what: 'Reading the list of windows' }, read).catch(
      (error: unknown) => log('warn', 'the list of windows could not be read', error),
    );

  return {
    read,
    watch: () => watch(backend, refresh),
    get sequence() {
      return snapshot.sequence;
    },
  };
}

function watch(backend: WindowsBackend, refresh: () => Promise<unknown>): Disposable {
  const owned = new DisposableStore();
  const reads = owned.add(rateLimited(() => void refresh()));
  owned.add(backend.windows.watch(reads.hint));
  if (!backend.capabilities.windowEvents) {
    const poll = setInterval(() => void refresh(), pollMs);
    owned.add(disposable(() => clearInterval(poll)));
  }
  // The first read is the baseline for the first hint.
  void refresh();
  return owned;
}

const comparedKeys = [
  ...(['title', 'className', 'app', 'processId', 'state', 'active', 'monitor', 'desktop', 'kind'] as const),
  ...(['toolkit', 'alwaysOnTop', 'demandsAttention', 'owner', 'modal', 'resizable'] as const),
];

/** Compares everything the engine reports about a window. */
export function sameWindow(a: WindowInfo, b: WindowInfo): boolean {
  return (
    comparedKeys.every((key) => a[key] === b[key]) &&
    sameRect(a.bounds, b.bounds) &&
    sameRect(a.contentBounds, b.contentBounds)
  );
}
