import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { List } from '../../../ui/list/list.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { filterRuns, noRunFilter, titleOf } from '../runs/filter-runs.ts';
import { RunRow } from '../runs/run-row.tsx';
import { currentRun } from '../state.ts';
import styles from './compare.module.css';

/** Asks which run the open one is compared with. */
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
