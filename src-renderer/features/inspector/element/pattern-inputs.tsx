import { useState, type ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/elements/element';
import type { PatternCall } from '#contract/model/elements/pattern';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useInspectorApi } from '../context.ts';
import { patternForms, type NumberField } from './pattern-forms.ts';
import styles from './element.module.css';

/** The patterns that want to be told something first. */
export function PatternInputs({ details }: { readonly details: ElementDetails }): ReactNode {
  const { patterns, id, table } = details;
  const { runPattern, revealCell } = useInspectorApi().getState();
  const run = (call: PatternCall) => void runPattern(call);
  return (
    <>
      {patterns.includes('value') && <ValueInput key={`value ${id}`} details={details} />}
      {patternForms(details).map(({ submit, fields, call }) => (
        <NumbersInput
          key={`${submit} ${id}`}
          submit={submit}
          fields={fields}
          onSubmit={(numbers) => run(call(numbers))}
        />
      ))}
      {patterns.includes('grid') && table !== null && (
        <NumbersInput
          key={`grid ${id}`}
          submit="Go to cell"
          fields={[
            { label: 'Row', start: 0, min: 0, max: table.rows - 1 },
            { label: 'Column', start: 0, min: 0, max: table.columns - 1 },
          ]}
          onSubmit={([row = 0, column = 0]) => void revealCell(row, column)}
        />
      )}
    </>
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

interface NumbersInputProps {
  readonly submit: string;
  readonly fields: readonly NumberField[];
  readonly onSubmit: (numbers: readonly number[]) => void;
}

function NumbersInput({ submit, fields, onSubmit }: NumbersInputProps): ReactNode {
  const [texts, setTexts] = useState(() => fields.map(({ start }) => String(start)));
  const numbers = texts.map((text) => (text.trim() === '' ? NaN : Number(text)));
  return (
    <form
      className={styles.input}
      onSubmit={(event) => {
        event.preventDefault();
        if (numbers.every(Number.isFinite)) onSubmit(numbers);
      }}
    >
      <span className={styles.numbers}>
        {fields.map(({ label, min, max }, i) => (
          <TextField
            key={label}
            {...{ label, min, max, type: 'number', step: 'any' }}
            value={texts[i] ?? ''}
            onText={(text) => setTexts(texts.map((old, at) => (at === i ? text : old)))}
          />
        ))}
      </span>
      <button type="submit" className={styles.submit}>
        {submit}
      </button>
    </form>
  );
}
