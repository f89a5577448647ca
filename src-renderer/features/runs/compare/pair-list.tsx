import { useMemo, type ReactNode } from 'react';
import type { MomentPair } from '#contract/model/runs/run-analysis';
import { CommandButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { Loading, Notice } from '../../../ui/state/notice.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { titleOf } from '../runs/filter-runs.ts';
import { currentRun } from '../state.ts';
import { placeText } from '../place-text.ts';
import { partingPair } from './parting-pair.ts';
import styles from './compare.module.css';

/** What belongs together in two runs, from the first to the last, and where they part. */
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
  const { parting, notes } = comparison;
  const at = parting ? partingPair(comparison) : -1;
  return (
    <>
      <div className={styles.parting} data-parts={parting !== null} data-testid="parting">
        <Icon name={parting ? 'diff' : 'pass'} />
        <span>{parting?.sentence ?? `Identical in ${rows.length === 1 ? '1 place' : `${rows.length} places`}.`}</span>
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

function rowsOf(pairs: readonly MomentPair[]) {
  return pairs.map((pair, index) => ({ id: String(index), index, pair }));
}

function PairRow({ pair, first }: { readonly pair: MomentPair; readonly first: boolean }): ReactNode {
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
