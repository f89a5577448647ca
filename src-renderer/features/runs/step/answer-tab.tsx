import type { ReactNode } from 'react';
import { harmless, quoted } from '#contract/foreign-text';
import type { AgentAnswer, AgentEventOf } from '#contract/model/agents/agent';
import { Section } from '../../../ui/layout/section/section.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { formatCost, formatDuration } from '../figures.ts';
import { BlobText } from './blob-text.tsx';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** What the model answered: the last answer in its parts, and each as it was written. */
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
