import { useMemo, type ReactNode } from 'react';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { valuesOf } from './filter-calls.ts';
import styles from './calls.module.css';

const statuses = [
  { value: '', title: 'Any status' },
  { value: 'failed', title: 'Failed' },
  { value: 'denied', title: 'Denied' },
  { value: 'ok', title: 'Ok' },
  { value: 'running', title: 'Running' },
] as const;

export function CallFilters(): ReactNode {
  const calls = useRuns((state) => state.calls);
  const filter = useRuns((state) => state.filter);
  const { setFilter } = useRunsApi().getState();
  const toolNames = useMemo(() => valuesOf(calls, ({ tool }) => tool), [calls]);
  const callerNames = useMemo(() => valuesOf(calls, ({ caller }) => caller.name), [calls]);
  const tools = options('Any tool', toolNames);
  const callers = options('Any caller', callerNames);
  return (
    <div className={styles.filters}>
      <span className={styles.wide}>
        <SelectField label="Tool" value={filter.tool} options={tools} onChange={(tool) => setFilter({ tool })} />
      </span>
      <span className={styles.wide}>
        <SelectField
          label="Caller"
          value={filter.caller}
          options={callers}
          onChange={(caller) => setFilter({ caller })}
        />
      </span>
      <SelectField
        label="Status"
        value={filter.status}
        options={statuses}
        onChange={(status) => setFilter({ status })}
      />
      <TextField
        label="Filter calls"
        icon="filter"
        className={styles.search}
        value={filter.text}
        onText={(text) => setFilter({ text })}
      />
    </div>
  );
}

function options(any: string, values: readonly string[]) {
  return [{ value: '', title: any }, ...values.map((value) => ({ value, title: value.replace(/^.*::/, '') }))];
}
