import { useMemo, useState, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import {
  causesOf,
  findingsSummary,
  readinessSummary,
  type Finding,
  type FindingCause,
  type FindingsReport,
} from '#contract/model/findings';
import { Badge, Dot } from '../../../ui/badge/badge.tsx';
import { Button } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { List } from '../../../ui/list/list.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { ElementMenu } from '../element/element-menu.tsx';
import styles from './findings.module.css';

interface FindingsViewProps {
  /** Commands for an element. */
  readonly menu: readonly Command[];
}

/** Accessibility problems of the inspected window, once requested. */
export function FindingsView({ menu }: FindingsViewProps): ReactNode {
  const window = useInspector((state) => state.window);
  const report = useInspector((state) => state.findings);
  const error = useInspector((state) => state.findingsError);
  const checking = useInspector((state) => state.checking);
  const { checkWindow } = useInspectorApi().getState();
  if (window === null) {
    return (
      <EmptyState icon="checklist" title="No window selected">
        Select a window to check it for accessibility and stable selectors.
      </EmptyState>
    );
  }
  if (checking) return <Loading what="Checking the window" />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void checkWindow()} />;
  if (report === null || report.window.id !== window.id) return <NotChecked onCheck={() => void checkWindow()} />;
  return <Report report={report} menu={menu} />;
}

function NotChecked({ onCheck }: { readonly onCheck: () => void }): ReactNode {
  const action = (
    <Button icon="checklist" onClick={onCheck}>
      Check window
    </Button>
  );
  return (
    <EmptyState icon="checklist" title="Not checked yet" action={action}>
      Find controls that screen readers, keyboards, tests or agents cannot use.
    </EmptyState>
  );
}

interface Row {
  readonly key: string;
  readonly cause: FindingCause;
  readonly finding: Finding;
  /** How many more have this cause; null below its first row. */
  readonly more: number | null;
}

interface ReportProps extends FindingsViewProps {
  readonly report: FindingsReport;
}

function Report({ report, menu }: ReportProps): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const chosen = useInspector((state) => state.finding);
  const { chooseFinding } = useInspectorApi().getState();
  const rows = useMemo(() => rowsOf(report), [report]);
  const current = rows.find(({ key }) => key === chosen);
  const choose = (key: string) => {
    const row = rows.find((other) => other.key === key);
    if (row) void chooseFinding(key, row.finding);
  };
  return (
    <div className={styles.panel} data-testid="findings">
      <header className={styles.header}>
        <p role="status">{findingsSummary(report)}</p>
        <p className={styles.note}>{readinessSummary(report.readiness)}</p>
      </header>
      {rows.length === 0 ? (
        <EmptyState icon="checklist" title="Nothing found in what was checked">
          {report.incomplete.length > 0 ? 'See below what was not checked.' : 'All rules were checked.'}
        </EmptyState>
      ) : (
        <div className={styles.rows}>
          <List
            label="Findings"
            items={rows}
            idOf={({ key }) => key}
            textOf={({ cause }) => cause.rule.title}
            selected={chosen}
            render={(row) => <FindingRow row={row} />}
            onSelect={choose}
            onMenu={(key, at) => {
              choose(key);
              setMenuAt(at);
            }}
            testId="finding-list"
          />
          {menuAt && <ElementMenu at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
        </div>
      )}
      {current && <Chosen row={current} />}
      <Unchecked report={report} />
    </div>
  );
}

const tones = { error: 'bad', review: 'warn', hint: 'quiet' } as const;

function FindingRow({ row: { cause, finding, more } }: { readonly row: Row }): ReactNode {
  const { rule, blame } = cause;
  return (
    <span className={styles.row} data-first={more !== null || undefined}>
      <span className={styles.title}>
        <Dot tone={tones[rule.severity]} />
        {rule.severity}: {rule.title}
        {more !== null && more > 0 && <Badge>{more + 1}</Badge>}
        {blame === 'toolkit' && <Badge tip="The app cannot fix this">toolkit</Badge>}
      </span>
      <span className={styles.note}>{oneLine(describeElement(finding.element))}</span>
    </span>
  );
}

/** Details of the selected finding, and the fix for its developer. */
function Chosen({ row: { cause, finding } }: { readonly row: Row }): ReactNode {
  const { rule } = cause;
  return (
    <section className={styles.chosen} aria-label="Finding">
      <p>{oneLine(finding.measured)}</p>
      <p>{rule.harm}</p>
      <p>
        <b>Fix:</b> {finding.fix}
      </p>
      <p className={styles.note}>{[rule.id, ...rule.standards].join(' · ')}</p>
    </section>
  );
}

function Unchecked({ report: { incomplete } }: { readonly report: FindingsReport }): ReactNode {
  if (incomplete.length === 0) return null;
  return (
    <details className={styles.unchecked}>
      <summary>Not checked ({incomplete.reduce((sum, { count }) => sum + count, 0)})</summary>
      <ul>
        {incomplete.map(({ rule, reason, count }) => (
          <li key={`${rule} ${reason}`}>
            {rule || 'window'}: {oneLine(reason)} ({count})
          </li>
        ))}
      </ul>
    </details>
  );
}

function rowsOf(report: FindingsReport): readonly Row[] {
  return causesOf(report).flatMap((cause) =>
    cause.findings.map((finding, index) => ({
      key: `${cause.key} ${index}`,
      cause,
      finding,
      more: index === 0 ? cause.findings.length - 1 : null,
    })),
  );
}
