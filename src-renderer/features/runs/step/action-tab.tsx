import type { ReactNode } from 'react';
import { harmless } from '#contract/foreign-text';
import type { AgentEventOf } from '#contract/model/agents/agent';
import { formatRect } from '#contract/model/geometry';
import type { CallDetails } from '#contract/model/runs/run';
import { Button } from '../../../ui/button/button.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { Facts } from '../details/facts.tsx';
import { TreeChanges } from '../../../ui/tree-changes/tree-changes.tsx';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** What was done: each action, who allowed it, what it acted on and what came of it. */
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
