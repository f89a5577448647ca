import { useMemo, type ReactNode, useState } from 'react';
import type { StepPair } from '#contract/model/runs/run-analysis';
import { CommandButton, Button } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { ErrorState, EmptyState, Loading, Notice } from '../../../ui/state/state.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { List } from '../../../ui/list/list.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { titleOf, filterRuns, noRunFilter } from '../runs/filter-runs.ts';
import { currentRun } from '../state.ts';
import { placeText } from '../figures.ts';
import { RunRow } from '../runs/run-list.tsx';
import { divergencePair } from './compare-actions.ts';
import styles from './compare.module.css';

/** Matching places of two runs, in order, and their divergence. */
export function PairList({ end }: { readonly end: Command }): ReactNode {
  const current = useRuns(currentRun);
  const other = useRuns((state) => state.comparing?.other);
  const titles = [current && titleOf(current), other?.title].join(' ↔ ');
  return (
    <section className={styles.panel} aria-label="Compared runs" data-testid="compared">
      <PanelHeader title="Compared" note={titles}>
        <CommandButton command={end} />
      </PanelHeader>
      <Pairs />
    </section>
  );
}

function Pairs(): ReactNode {
  const comparing = useRuns((state) => state.comparing);
  const comparison = comparing?.comparison ?? null;
  const { compare, selectPair } = useRunsApi().getState();
  const rows = useMemo(() => rowsOf(comparison?.pairs ?? []), [comparison]);
  if (!comparing) return null;
  if (!comparison && comparing.error !== null)
    return <ErrorState error={comparing.error} onRetry={() => void compare(comparing.other)} />;
  if (!comparison) return <Loading what="Comparing the runs" />;
  const { divergence, notes } = comparison;
  const at = divergence ? divergencePair(comparison) : -1;
  return (
    <>
      <div className={styles.divergence} data-parts={divergence !== null} data-testid="divergence">
        <Icon name={divergence ? 'diff' : 'pass'} />
        <span>
          {divergence?.sentence ?? `Identical in ${rows.length === 1 ? '1 place' : `${rows.length} places`}.`}
        </span>
      </div>
      {notes.map((note) => (
        <Notice key={note} icon="info">
          {note}
        </Notice>
      ))}
      <VirtualList
        label="Matching steps"
        testId="pairs"
        rows={rows}
        selected={String(comparing.pair)}
        render={({ pair, index }) => <PairRow pair={pair} first={index === at} />}
        onSelect={(id) => void selectPair(Number(id))}
      />
    </>
  );
}

function rowsOf(pairs: readonly StepPair[]) {
  return pairs.map((pair, index) => ({ id: String(index), index, pair }));
}

function PairRow({ pair, first }: { readonly pair: StepPair; readonly first: boolean }): ReactNode {
  const { a, b, title, alike } = pair;
  const words = first ? 'First difference' : alike ? 'Alike' : 'Otherwise';
  return (
    <>
      <span className={styles.sign} data-alike={alike} data-tip={words}>
        <Icon name={first ? 'diff' : alike ? 'check' : 'circle-small'} />
        <span className="visually-hidden">{words}</span>
      </span>
      <span className={styles.place}>{placeText(a) || '–'}</span>
      <span className={styles.place}>{placeText(b) || '–'}</span>
      <code className={styles.what}>{title}</code>
    </>
  );
}

/** Asks which run to compare the open one with. */
export function ChooseRun(): ReactNode {
  const choosing = useRuns((state) => state.choosing);
  const { askCompare } = useRunsApi().getState();
  if (!choosing) return null;
  return (
    <Dialog label="Compare runs" onClose={() => askCompare(false)}>
      <Choice />
    </Dialog>
  );
}

function Choice(): ReactNode {
  const runs = useRuns((state) => state.runs);
  const current = useRuns(currentRun);
  const { askCompare, compare, compareRecording } = useRunsApi().getState();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const others = useMemo(
    () => filterRuns(runs ?? [], { ...noRunFilter, text }).filter(({ id, calls }) => id !== current?.id && calls > 0),
    [runs, text, current],
  );
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const go = () => other && void compare({ id: other.id, title: titleOf(other) });
  return (
    <div className={styles.choice}>
      <p className={styles.question}>Compare “{current && titleOf(current)}” with</p>
      <TextField
        label="Filter runs"
        icon="filter"
        value={text}
        onText={setText}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
      {others.length === 0 && <EmptyState icon="filter" title="There is no other run with calls" />}
      <div className={styles.others}>
        <List
          label="Other runs"
          testId="other-runs"
          items={others}
          idOf={(run) => run.id}
          textOf={titleOf}
          selected={other?.id ?? null}
          render={(run) => <RunRow run={run} />}
          rowClass={() => styles.other}
          onSelect={setChosen}
          onOpen={go}
        />
      </div>
      <div className={styles.answers}>
        <Button icon="record" onClick={() => void compareRecording()} data-testid="compare-recording">
          With a recording…
        </Button>
        <Button onClick={() => askCompare(false)}>Cancel</Button>
        <Button variant="primary" disabled={!other} onClick={go} data-testid="compare-go">
          Compare
        </Button>
      </div>
    </div>
  );
}
