import type { ReactNode } from 'react';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import styles from './runs.module.css';

const kinds = [
  { value: '', title: 'All' },
  { value: 'task', title: 'Tasks' },
  { value: 'client', title: 'Agents by MCP' },
  { value: 'replay', title: 'Replays' },
  { value: 'app', title: 'The app’s own' },
] as const;

export function RunFilters(): ReactNode {
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
