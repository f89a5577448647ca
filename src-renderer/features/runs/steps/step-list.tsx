import { useMemo, type ReactNode } from 'react';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState } from '../../../ui/state/state.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import type { Command } from '../../../ui/command.ts';
import { Damage, Origin } from '../calls/call-marks.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { WhyFailed } from '../why/why-failed.tsx';
import type { RunsState, RunsStore } from '../state.ts';
import { CallList } from '../calls/call-list.tsx';
import { filterSteps } from './filter-steps.ts';
import { rowIds, stepRows, type RunRow } from './step-rows.ts';
import { RowContent } from './step-row.tsx';
import styles from './steps.module.css';

/** An agents' run: its rounds, their sub-tasks, the steps of each, and the calls of each step. */
export function StepList(): ReactNode {
  const steps = useRuns((state) => state.steps);
  const filter = useRuns((state) => state.stepFilter);
  const shown = useMemo(() => filterSteps(steps, filter).length, [steps, filter]);
  return (
    <section className={styles.panel} aria-label="Steps" data-testid="steps">
      <PanelHeader title="Steps" note={shown === steps.length ? steps.length : `${shown} of ${steps.length}`}>
        <StepFilters />
      </PanelHeader>
      <Origin />
      <Damage />
      <WhyFailed />
      {shown === 0 ? <EmptyState icon="filter" title="No steps match the filter" /> : <Rows />}
    </section>
  );
}

const choices = [
  { value: '', title: 'All steps' },
  { value: 'problems', title: 'Problems' },
  { value: 'edited', title: 'Edited' },
] as const;

function StepFilters(): ReactNode {
  const steps = useRuns((state) => state.steps);
  const filter = useRuns((state) => state.stepFilter);
  const { setStepFilter } = useRunsApi().getState();
  const agents = useMemo(() => [...new Set(steps.map(({ agent }) => agent.name))], [steps]);
  const options = [
    { value: '', title: 'Any agent' },
    ...agents.map((value) => ({ value, title: value.replace(/^AppAgent\//, '') })),
  ];
  return (
    <div className={styles.filters}>
      <span className={styles.wide}>
        <SelectField
          label="Agent"
          value={filter.agent}
          options={options}
          onChange={(agent) => setStepFilter({ agent })}
        />
      </span>
      <SelectField
        label="Which steps"
        value={filter.only}
        options={choices}
        onChange={(only) => setStepFilter({ only })}
      />
      <TextField
        label="Filter steps"
        icon="filter"
        className={styles.search}
        value={filter.text}
        onText={(text) => setStepFilter({ text })}
      />
    </div>
  );
}

function Rows(): ReactNode {
  const store = useRunsApi();
  const steps = useRuns((state) => state.steps);
  const calls = useRuns((state) => state.calls);
  const story = useRuns((state) => state.story);
  const filter = useRuns((state) => state.stepFilter);
  const toggled = useRuns((state) => state.toggled);
  const selected = useRuns(chosenRow);
  const rows = useMemo(
    () => stepRows({ steps, calls, story, filter, toggled }),
    [steps, calls, story, filter, toggled],
  );
  const actions = useMemo(() => rowActions(store), [store]);
  return (
    <Tree
      label="Steps"
      testId="step-rows"
      rows={rows}
      selected={selected}
      marked={null}
      dimmed={notDimmed}
      render={renderRow}
      actions={actions}
      selectsOnFocus
    />
  );
}

const notDimmed = () => false;
const renderRow = (row: RunRow) => <RowContent row={row} />;

/** Id of the selected row. */
function chosenRow({ selected, part, step }: RunsState): string | null {
  if (selected !== null) return rowIds.call(selected);
  return part ?? (step === null ? null : rowIds.step(step));
}

function rowActions(store: RunsStore) {
  return {
    select(id: string) {
      const { select, selectStep, selectPart } = store.getState();
      const [kind, number] = id.split(' ');
      if (kind === 'call') select(Number(number));
      else if (kind === 'step') selectStep(Number(number));
      else selectPart(id);
    },
    toggle: (id: string, open: boolean) => store.getState().toggleRow(id, open),
    hover: () => undefined,
  };
}

/** Content of the selected run: our agents' steps, else calls. */
interface RowListProps {
  /** Commands for a call. */
  readonly callMenu: readonly Command[];
}

export function RowList({ callMenu }: RowListProps): ReactNode {
  const agents = useRuns((state) => state.steps.some(({ agent }) => agent.kind !== 'Person'));
  return agents ? <StepList /> : <CallList menu={callMenu} />;
}
