import { useState, type ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/element';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { patternButtons } from './pattern-list.ts';
import styles from './element.module.css';

/** What the element supports, ready to run; what it does not support is not there. */
export function Patterns({ details }: { readonly details: ElementDetails }): ReactNode {
  const running = useInspector((state) => state.running);
  const { runPattern, focusElement } = useInspectorApi().getState();
  return (
    <Section title="Patterns" note={details.actions.length > 0 ? `actions: ${details.actions.join(', ')}` : undefined}>
      <div className={styles.patterns} data-testid="patterns">
        {patternButtons(details).map(({ title, icon, call }) => (
          <Button
            key={title}
            icon={icon}
            busy={running === call.pattern}
            disabled={running !== null}
            onClick={() => void runPattern(call)}
          >
            {title}
          </Button>
        ))}
        {details.states.includes('focusable') && (
          <Button icon="target" disabled={running !== null} onClick={() => void focusElement()}>
            Focus
          </Button>
        )}
        {details.patterns.length === 0 && !details.states.includes('focusable') && (
          <p className={styles.none}>It supports none: click it instead.</p>
        )}
      </div>
      {details.patterns.includes('value') && <ValueInput key={`value ${details.id}`} details={details} />}
      {details.patterns.includes('rangeValue') && <RangeInput key={`range ${details.id}`} details={details} />}
    </Section>
  );
}

function ValueInput({ details }: { readonly details: ElementDetails }): ReactNode {
  const [text, setText] = useState(details.value ?? '');
  const { runPattern } = useInspectorApi().getState();
  return (
    <form
      className={styles.input}
      onSubmit={(event) => {
        event.preventDefault();
        void runPattern({ pattern: 'value', value: text });
      }}
    >
      <TextField label="New value" value={text} onText={setText} disabled={details.states.includes('readonly')} />
      <button type="submit" className={styles.submit}>
        Set value
      </button>
    </form>
  );
}

function RangeInput({ details }: { readonly details: ElementDetails }): ReactNode {
  const [text, setText] = useState(String(details.range?.current ?? 0));
  const { runPattern } = useInspectorApi().getState();
  const value = Number(text);
  return (
    <form
      className={styles.input}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && Number.isFinite(value)) void runPattern({ pattern: 'rangeValue', value });
      }}
    >
      <TextField
        label="New number"
        type="number"
        step="any"
        min={details.range?.minimum}
        max={details.range?.maximum}
        value={text}
        onText={setText}
      />
      <button type="submit" className={styles.submit}>
        Set number
      </button>
    </form>
  );
}
