import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { CallDetails } from '#contract/model/runs/run';
import { mask } from '#contract/model/tools/tool-call';
import type { TraceEventOf } from '#contract/model/runs/trace';
import { Button, CopyButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { Section } from '../../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { KeyHint } from '../../../ui/tooltip/key-hint.tsx';
import { TreeChanges } from '../../../ui/tree-changes/tree-changes.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { PartPanel } from '../step/part-panel.tsx';
import { StepPanel } from '../step/step-panel.tsx';
import { DecisionSection, ResolutionSection, TimingSection } from './facts.tsx';
import styles from './details.module.css';

/** All trace data of the selected call. */
export function CallPanel({ again }: { readonly again: Command }): ReactNode {
  const chosen = useRuns((state) => state.selected);
  const details = useRuns((state) => state.details);
  const error = useRuns((state) => state.detailsError);
  const change = useRuns((state) => state.change);
  const agents = useRuns((state) => state.steps.length > 0);
  if (chosen === null && agents) {
    return (
      <EmptyState icon="json" title="Nothing selected">
        Select a step to see what the model saw, answered and did, or a call for its arguments and answer.
      </EmptyState>
    );
  }
  if (chosen === null) {
    return (
      <EmptyState icon="json" title="No call selected">
        Select a call to see its arguments, permission, target and answer.
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState error={error} />;
  if (!details) return <Loading what="Reading the call" />;
  return (
    <section className={styles.panel} aria-label="Call" data-testid="call-panel" aria-busy={details.call !== chosen}>
      <Heading details={details} />
      {details.after?.error && <ErrorSection error={details.after.error} />}
      <Arguments details={details} again={again} />
      <Result details={details} />
      <ResolutionSection details={details} />
      <DecisionSection details={details} />
      <TimingSection details={details} />
      {change && <TreeChanges change={change} />}
    </section>
  );
}

function Heading({ details }: { readonly details: CallDetails }): ReactNode {
  const { before, call } = details;
  return (
    <header className={styles.heading}>
      <h2 className={styles.tool}>{before?.tool ?? `Call ${call}`}</h2>
      <p className={styles.about}>
        {before?.caller.name}
        {before?.target && ` in ${oneLine(before.target.title || before.target.app)}`}
      </p>
    </header>
  );
}

function Arguments({ details, again }: { readonly details: CallDetails; readonly again: Command }): ReactNode {
  const editing = useRuns((state) => state.draft !== null);
  const { copy } = useRunsApi().getState();
  const text = JSON.stringify(details.parameters, null, 2);
  if (editing) return <Rerun secret={text.includes(mask)} />;
  return (
    <Section title="Arguments" note={<CopyButton what="arguments" onCopy={() => void copy(text)} />}>
      <pre className={styles.code} tabIndex={0} aria-label="Arguments">
        {text}
      </pre>
      <Button icon={again.icon} className={styles.again} onClick={() => again.run()} data-testid="rerun-edit">
        Edit and run again <KeyHint keys={again.keys?.[0] ?? ''} />
      </Button>
    </Section>
  );
}

function Result({ details }: { readonly details: CallDetails }): ReactNode {
  const { copy } = useRunsApi().getState();
  const { text, after } = details;
  if (after?.error) return null;
  return (
    <Section title="Result" note={<CopyButton what="result" onCopy={() => void copy(text)} />}>
      <pre className={styles.code} tabIndex={0} aria-label="Result" data-testid="call-result">
        {after ? text || '(nothing)' : '(nothing yet)'}
      </pre>
    </Section>
  );
}

type TracedError = NonNullable<TraceEventOf<'after'>['error']>;

/** Why it failed, the fix, whether it reached its target, and candidates. */
function ErrorSection({ error }: { readonly error: TracedError }): ReactNode {
  const candidates = error.data?.['candidates'];
  return (
    <Section title="Error" note={<code>{error.code}</code>}>
      <p className={styles.error} data-testid="call-error">
        <Icon name="error" /> {error.message}
      </p>
      <p className={styles.hint}>{error.hint}</p>
      {error.delivery && <p className={styles.hint}>Delivery: {error.delivery.replace('_', ' ')}</p>}
      {Array.isArray(candidates) && candidates.length > 0 && (
        <pre className={styles.code} tabIndex={0} aria-label="Candidates">
          {candidates.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')}
        </pre>
      )}
    </Section>
  );
}

/** The arguments, to be edited and called again on behalf of the user. */
function Rerun({ secret }: { readonly secret: boolean }): ReactNode {
  const draft = useRuns((state) => state.draft);
  const { edit, rerun } = useRunsApi().getState();
  if (!draft) return null;
  return (
    <Section title="Run again">
      {secret && (
        <p className={styles.hint}>
          <Icon name="lock" /> This call typed a secret, which traces do not store. Enter the text to run it again.
        </p>
      )}
      <textarea
        className={styles.editor}
        aria-label="Arguments as JSON"
        aria-invalid={draft.problem !== ''}
        data-testid="rerun-arguments"
        spellCheck={false}
        autoFocus
        rows={Math.min(16, Math.max(4, draft.text.split('\n').length))}
        value={draft.text}
        onChange={(event) => edit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          edit(null);
        }}
      />
      {draft.problem && (
        <p role="alert" className={styles.error}>
          {draft.problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="primary" icon="play" busy={draft.running} onClick={() => void rerun()} data-testid="rerun-run">
          Run as you <KeyHint keys="Ctrl+Enter" />
        </Button>
        <Button onClick={() => edit(null)}>Cancel</Button>
      </div>
      <Outcome />
    </Section>
  );
}

function Outcome(): ReactNode {
  const outcome = useRuns((state) => state.draft?.outcome ?? null);
  if (!outcome) return null;
  const { error, text, elapsedMs } = outcome;
  return (
    <div role="status" data-testid="rerun-outcome" className={styles.outcome}>
      <p className={error ? styles.error : styles.good}>
        <Icon name={error ? 'error' : 'pass'} /> {error ? error.code : 'Done'} in {Math.round(elapsedMs)} ms
      </p>
      <pre className={styles.code} tabIndex={0} aria-label="Result of the new call">
        {error ? `${error.message}\n${error.hint}` : text || '(nothing)'}
      </pre>
    </div>
  );
}

/** Details of the selection: a call, a step, or a part of an agents' run. */
export function RunPanel({ again }: { readonly again: Command }): ReactNode {
  const called = useRuns((state) => state.selected !== null);
  const part = useRuns((state) => state.part);
  const step = useRuns((state) => state.step);
  if (part !== null) return <PartPanel part={part} />;
  if (called) {
    return (
      <>
        {step !== null && <BackToStep step={step} />}
        <CallPanel again={again} />
      </>
    );
  }
  return step === null ? <CallPanel again={again} /> : <StepPanel />;
}

function BackToStep({ step }: { readonly step: number }): ReactNode {
  const { selectStep } = useRunsApi().getState();
  return (
    <div className={styles.back}>
      <Button variant="ghost" icon="arrow-left" onClick={() => selectStep(step)}>
        Step {step}
      </Button>
    </div>
  );
}
