import { useMemo, useState, type ReactNode } from 'react';
import type { Point } from '#contract/model/geometry';
import { oneLine } from '#contract/foreign-text';
import type { FoundRun } from '#contract/model/runs/run-analysis';
import type { RunInfo } from '#contract/model/runs/run';
import type { RunKind } from '#contract/model/runs/trace';
import { Button, CommandButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { List } from '../../../ui/list/list.tsx';
import { CommandMenu } from '../../../ui/menu/menu.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading, Notice } from '../../../ui/state/state.tsx';
import { Toolbar } from '../../../ui/layout/toolbar/toolbar.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { runsScope } from '../commands.ts';
import { VideoProgress } from '../video/video-progress.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { placeText, formatDuration } from '../figures.ts';
import { filterRuns, noRunFilter, titleOf, kindOf, outcomeOf, startOf } from './filter-runs.ts';
import styles from './runs.module.css';

/** The live run, earlier ones, and opened ones. */
interface RunListProps {
  readonly commands: readonly Command[];
  /** Commands for a run. */
  readonly menu: readonly Command[];
}

export function RunList({ commands, menu }: RunListProps): ReactNode {
  const warning = useRuns((state) => state.warning);
  // Its commands depend on the selected run and its calls.
  useRuns((state) => state.current);
  useRuns((state) => state.calls.length > 0);
  return (
    <section className={styles.panel} aria-label="Runs" data-testid="runs" data-scope={runsScope}>
      <PanelHeader title="Runs">
        <Toolbar label="Runs">
          {commands.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </Toolbar>
      </PanelHeader>
      {warning && (
        <Notice icon="warning" tone="warning">
          {warning}
        </Notice>
      )}
      <Runs menu={menu} />
      <VideoProgress />
      <AskRemove />
    </section>
  );
}

function Runs({ menu }: Pick<RunListProps, 'menu'>): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  // A run's commands are known once it is open.
  useRuns((state) => state.calls.length > 0);
  const runs = useRuns((state) => state.runs);
  const filter = useRuns((state) => state.runFilter);
  const error = useRuns((state) => state.runsError);
  const current = useRuns((state) => state.current);
  const { open, load } = useRunsApi().getState();
  const found = useRuns((state) => state.found);
  const shown = useMemo(() => filterRuns(runs ?? [], filter, found), [runs, filter, found]);
  if (error !== null) return <ErrorState error={error} onRetry={() => void load()} />;
  if (runs === null) return <Loading what="Reading the runs" />;
  return (
    <>
      <RunFilters />
      <SearchState />
      {shown.length === 0 && <NoRun />}
      <List
        label="Runs"
        testId="run-list"
        items={shown}
        idOf={(run) => run.id}
        textOf={titleOf}
        selected={current}
        render={(run) => <RunRow run={run} />}
        rowClass={() => styles.run}
        onSelect={(run) => void open(run)}
        onMenu={(run, at) => {
          void open(run);
          setMenuAt(at);
        }}
      />
      {menuAt && <CommandMenu label="Run" at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </>
  );
}

/** Progress of the search in the runs' content. */
function SearchState(): ReactNode {
  const searching = useRuns((state) => state.searching);
  const unread = useRuns((state) => state.unread);
  if (!searching) return null;
  const left = unread === 1 ? ': 1 run is left' : `: ${unread} runs are left`;
  return <Loading what={`Searching in the runs${unread > 0 ? left : ''}`} />;
}

function NoRun(): ReactNode {
  const searching = useRuns((state) => state.searching);
  const { setRunFilter } = useRunsApi().getState();
  if (searching) return null;
  const action = <Button onClick={() => setRunFilter(noRunFilter)}>Show all runs</Button>;
  return <EmptyState icon="filter" title="No runs match the filter" action={action} />;
}

/** Confirms the deletion of a run, which cannot be undone. */
function AskRemove(): ReactNode {
  const run = useRuns((state) => state.removing);
  const { askRemove, remove } = useRunsApi().getState();
  if (!run) return null;
  const listed = run.opened;
  return (
    <Dialog label={listed ? 'Close the run' : 'Delete the run'} onClose={() => askRemove(null)}>
      <div className={styles.ask}>
        <p className={styles.question}>{listed ? 'Remove this run from the list?' : 'Delete this run for good?'}</p>
        <p className={styles.place}>{run.place}</p>
        <p>
          {listed
            ? 'Its files stay where they are.'
            : `${run.calls} calls and their pictures will be deleted. This cannot be undone.`}
        </p>
        <div className={styles.answers}>
          <Button onClick={() => askRemove(null)}>Keep it</Button>
          <Button variant={listed ? 'primary' : 'record'} onClick={() => void remove()} data-testid="confirm-remove">
            {listed ? 'Remove it' : 'Delete'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const kinds = [
  { value: '', title: 'All' },
  { value: 'task', title: 'Tasks' },
  { value: 'client', title: 'Agents by MCP' },
  { value: 'replay', title: 'Replays' },
  { value: 'app', title: 'The app’s own' },
] as const;

function RunFilters(): ReactNode {
  const filter = useRuns((state) => state.runFilter);
  const { setRunFilter } = useRunsApi().getState();
  return (
    <div className={styles.filters}>
      <TextField
        label="Filter runs"
        placeholder="Search runs"
        icon="filter"
        className={styles.search}
        value={filter.text}
        onText={(text) => setRunFilter({ text })}
      />
      <SelectField
        label="Kind of run"
        value={filter.kind}
        options={kinds}
        onChange={(kind) => setRunFilter({ kind })}
      />
    </div>
  );
}

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

/** A run's kind, title, outcome, time and duration. */
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

/** Where the run contains the words of the filter. */
function Found({ run: { place, excerpt } }: { readonly run: FoundRun }): ReactNode {
  const text = `${placeText(place)}: ${oneLine(excerpt)}`;
  return (
    <span className={styles.found} data-tip={text} data-testid="found">
      {text}
    </span>
  );
}
