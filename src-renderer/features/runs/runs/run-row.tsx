import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { FoundRun } from '#contract/model/runs/run-analysis';
import type { RunInfo } from '#contract/model/runs/run';
import type { RunKind } from '#contract/model/runs/trace';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRuns } from '../context.ts';
import { placeText } from '../place-text.ts';
import { formatDuration } from '../figures.ts';
import { kindOf, outcomeOf, startOf, titleOf } from './filter-runs.ts';
import styles from './runs.module.css';

const icons: Readonly<Record<RunKind, string>> = {
  app: 'device-desktop',
  task: 'hubot',
  client: 'plug',
  replay: 'play-circle',
};

const kindNames: Readonly<Record<RunKind, string>> = {
  app: 'The app’s own',
  task: 'Task',
  client: 'Agent by MCP',
  replay: 'Replay',
};

/** What a run is of, what it is called, what became of it, when, and how long it took. */
export function RunRow({ run }: { readonly run: RunInfo }): ReactNode {
  const count = useRuns((state) => (state.current === run.id ? state.calls.length : run.calls));
  const found = useRuns((state) => state.found.get(run.id));
  const kind = kindOf(run);
  const outcome = outcomeOf(run);
  const title = titleOf(run);
  const start = startOf(run);
  const facts = [
    title !== start && start,
    run.ended !== null && formatDuration(Math.max(0, run.ended - run.started)),
    count === 1 ? '1 call' : `${count} calls`,
  ];
  return (
    <>
      <span className={styles.icon} data-tip={kindNames[kind]}>
        <Icon name={run.opened ? 'folder-opened' : icons[kind]} />
      </span>
      <span className={styles.text}>
        <span className={styles.title} data-tip={`${title}\n${run.place}`}>
          {oneLine(title)}
        </span>
        <span className="visually-hidden">{kindNames[kind]}</span>
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
        {found && <Found run={found} />}
      </span>
      {outcome && (
        <span className={styles.outcome} data-outcome={outcome} data-tip={run.outcome?.text || undefined}>
          {run.live && <Icon name="pulse" />} {outcome}
        </span>
      )}
    </>
  );
}

/** Where the words of the filter stand in it. */
function Found({ run: { place, excerpt } }: { readonly run: FoundRun }): ReactNode {
  const text = `${placeText(place)}: ${oneLine(excerpt)}`;
  return (
    <span className={styles.found} data-tip={text} data-testid="found">
      {text}
    </span>
  );
}
