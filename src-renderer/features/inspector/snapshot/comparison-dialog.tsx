import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { changeLines } from '#contract/model/elements/tree-change';
import type { SnapshotOf } from '#contract/model/windows/window-snapshot';
import { Button } from '../../../ui/button/button.tsx';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { TreeChanges } from '../../../ui/tree-changes/tree-changes.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import styles from './comparison.module.css';

/** What two snapshots, or a snapshot and the window now, differ in. */
export function ComparisonDialog(): ReactNode {
  const comparison = useInspector((state) => state.comparison);
  const { endComparison, copy } = useInspectorApi().getState();
  if (comparison === null) return null;
  const { before, after, change } = comparison;
  const text = changeLines(change)
    .map((line) => `${line.sign} ${line.text}\n`)
    .join('');
  return (
    <Dialog label="Difference of snapshots" onClose={endComparison}>
      <div className={styles.page} data-testid="comparison">
        <PanelHeader title="Difference of snapshots">
          <CopyButton what="difference" onCopy={() => void copy(text)} />
          <Button onClick={endComparison}>Close</Button>
        </PanelHeader>
        <div className={styles.body} tabIndex={0} role="region" aria-label="Differences">
          <p className={styles.of}>Before: {inWords(before)}</p>
          <p className={styles.of}>After: {inWords(after)}</p>
          <TreeChanges change={change} title="Differences" nothing="Both have the same elements." />
        </div>
      </div>
    </Dialog>
  );
}

function inWords({ title, app, takenAt, elements }: SnapshotOf): string {
  return `${oneLine(title || app)} · ${new Date(takenAt).toLocaleString('en-GB')} · ${elements} elements`;
}
