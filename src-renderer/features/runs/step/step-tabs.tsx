import { type ReactNode, useEffect } from 'react';
import { harmless, quoted } from '#contract/foreign-text';
import type { AgentEventOf, AgentAnswer } from '#contract/model/agents/agent';
import { formatRect } from '#contract/model/geometry';
import type { CallDetails } from '#contract/model/runs/run';
import { Button, CopyButton } from '../../../ui/button/button.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { TreeChanges } from '../../../ui/tree-changes/tree-changes.tsx';
import { Notice, Loading } from '../../../ui/state/state.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { Facts } from '../details/facts.tsx';
import { formatCost, formatDuration } from '../figures.ts';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** The actions, with permission, target and result. */
export function ActionTab(): ReactNode {
  const acted = useEvents('acted');
  const edits = useEvents('edited').filter(({ what }) => what !== 'answer');
  if (acted.length === 0) return <p className={styles.empty}>Nothing was done in this step.</p>;
  return (
    <>
      {acted.map((one, index) => (
        <Action key={index} acted={one} number={index + 1} />
      ))}
      {edits.map(({ what, before, after }, index) => (
        <Section key={index} title={what === 'denied' ? 'Denied by a person' : `A person changed the ${what}`}>
          <pre className={styles.text} tabIndex={0} aria-label="Before and after">
            {harmless(`${before}\n→ ${after}`)}
          </pre>
        </Section>
      ))}
    </>
  );
}

interface ActionProps {
  readonly acted: AgentEventOf<'acted'>;
  readonly number: number;
}

function Action({ acted, number }: ActionProps): ReactNode {
  const { action, status, text, target, calls } = acted;
  const details = useRuns((state) => state.stepCalls);
  const changes = useRuns((state) => state.stepChanges);
  const made = details.filter(({ call }) => calls.includes(call));
  const changed = calls.flatMap((call) => changes.get(call) ?? []);
  return (
    <>
      <Section title={`${number}. ${action.function}`} note={status}>
        <pre className={styles.text} tabIndex={0} aria-label="Arguments">
          {JSON.stringify(action.arguments, null, 2)}
        </pre>
        <Facts
          facts={[
            ...(target ? [['Target', formatRect(target)] as const] : []),
            ...made.flatMap(({ before }) => (before ? [['Decision', decisionOf(before)] as const] : [])),
          ]}
        />
        {text && (
          <pre className={styles.text} tabIndex={0} aria-label="Result">
            {harmless(text)}
          </pre>
        )}
        {made.map((call) => (
          <CallLink key={call.call} details={call} />
        ))}
      </Section>
      {changed.map((change, index) => (
        <TreeChanges key={index} change={change} />
      ))}
    </>
  );
}

function decisionOf({ decision, decidedBy }: NonNullable<CallDetails['before']>): string {
  return decidedBy ? `${decision}, ${decidedBy}` : decision;
}

function CallLink({ details: { call, before } }: { readonly details: CallDetails }): ReactNode {
  const { select } = useRunsApi().getState();
  return (
    <Button icon="go-to-file" className={styles.button} onClick={() => select(call)}>
      Call {call}: {before?.tool.replace(/^.*::/, '') ?? '?'}, with its pictures
    </Button>
  );
}

/** The model's answers: the last one parsed, and each verbatim. */
export function AnswerTab(): ReactNode {
  const answered = useEvents('answered');
  const edits = useEvents('edited').filter(({ what }) => what === 'answer');
  const last = answered.at(-1);
  if (!last) return <p className={styles.empty}>The model has not answered.</p>;
  return (
    <>
      {last.problem && (
        <Notice icon="warning" tone="warning">
          {last.problem}
        </Notice>
      )}
      {last.answer && <Parts answer={last.answer} />}
      {edits.map(({ before, after }, index) => (
        <Section key={index} title="Edited by a person">
          <pre className={styles.text} tabIndex={0} aria-label="Before">
            {harmless(before)}
          </pre>
          <pre className={styles.text} tabIndex={0} aria-label="After">
            {harmless(after)}
          </pre>
        </Section>
      ))}
      {answered.map((one) => (
        <Raw key={one.attempt} answered={one} only={answered.length === 1} />
      ))}
    </>
  );
}

function Parts({ answer }: { readonly answer: AgentAnswer }): ReactNode {
  const { observation, thought, plan, comment, questions, message, subTask, bash, result, evidence } = answer;
  return (
    <>
      <Words title="Observation" text={observation} />
      <Words title="Thought" text={thought} />
      <Lines title="Plan" lines={plan} />
      <Words title="Sub-task" text={subTask} />
      <Lines title="Message to the AppAgent" lines={message} />
      <Words title="Comment" text={comment} />
      <Lines title="Questions" lines={questions} />
      <Words title="Command" text={bash} />
      <Words title="Result" text={result} />
      <Lines title="Evidence" lines={evidence.map(({ window, text }) => `${quoted(text)} in ${quoted(window)}`)} />
    </>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  if (text === '') return null;
  return (
    <Section title={title}>
      <p className={styles.words}>{harmless(text)}</p>
    </Section>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <Section title={title}>
      <ol className={styles.lines} aria-label={title}>
        {lines.map((line, index) => (
          <li key={index}>{harmless(line)}</li>
        ))}
      </ol>
    </Section>
  );
}

interface RawProps {
  readonly answered: AgentEventOf<'answered'>;
  readonly only: boolean;
}

function Raw({ answered: { attempt, elapsedMs, raw, usage, problem }, only }: RawProps): ReactNode {
  const cost = formatCost(usage?.cost ?? null);
  const note = [usage && `${usage.inputTokens} → ${usage.outputTokens} tokens`, cost, formatDuration(elapsedMs)];
  const title = only ? 'Raw text' : `Answer ${attempt}, raw text`;
  if (raw === undefined) {
    return (
      <Section title={title}>
        <p className={styles.hint}>There was none. {problem}</p>
      </Section>
    );
  }
  return (
    <>
      <BlobText title={title} blob={raw} note={note.filter(Boolean).join(' · ')} />
      {!only && problem && <p className={styles.under}>Unusable: {problem}</p>}
    </>
  );
}

interface BlobTextProps {
  readonly title: string;
  readonly blob: string;
  readonly note?: ReactNode;
}

/** A full text of the trace, read when shown. */
export function BlobText({ title, blob, note }: BlobTextProps): ReactNode {
  const text = useRuns((state) => state.texts.get(blob));
  const { needText, copy } = useRunsApi().getState();
  useEffect(() => void needText(blob), [needText, blob]);
  const button = text && <CopyButton what={title.toLowerCase()} onCopy={() => void copy(text)} />;
  return (
    <Section title={title} note={button}>
      {note !== undefined && <p className={styles.hint}>{note}</p>}
      {text === undefined && <Loading what="Reading the text" />}
      {text === null && <p className={styles.hint}>It is missing from the trace, for example after a crash.</p>}
      {text !== undefined && text !== null && (
        <pre className={styles.text} tabIndex={0} aria-label={title} data-testid="blob-text">
          {harmless(text) || '(nothing)'}
        </pre>
      )}
    </Section>
  );
}
