import { useState, type ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/element';
import type { Rect } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/pattern';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useInspectorApi } from '../context.ts';
import styles from './element.module.css';

/** The patterns that want to be told something first. */
export function PatternInputs({ details }: { readonly details: ElementDetails }): ReactNode {
  const { patterns, id, range, text, bounds, table } = details;
  const { runPattern, revealCell } = useInspectorApi().getState();
  const run = (call: PatternCall) => void runPattern(call);
  return (
    <>
      {patterns.includes('value') && <ValueInput key={`value ${id}`} details={details} />}
      {patterns.includes('rangeValue') && (
        <NumbersInput
          key={`range ${id}`}
          submit="Set number"
          fields={[{ label: 'New number', start: range?.current ?? 0, min: range?.minimum, max: range?.maximum }]}
          onSubmit={([value = 0]) => run({ pattern: 'rangeValue', value })}
        />
      )}
      {patterns.includes('text') && text !== null && text.length > 0 && (
        <NumbersInput
          key={`text ${id}`}
          submit="Select text"
          fields={[
            { label: 'From character', start: 0, min: 0, max: text.length },
            { label: 'To character', start: text.length, min: 0, max: text.length },
          ]}
          onSubmit={([start = 0, end = 0]) => run({ pattern: 'text', select: { start, end } })}
        />
      )}
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
      {patterns.includes('transform') && bounds !== null && (
        <NumbersInput
          key={`transform ${id}`}
          submit="Move"
          fields={[
            { label: 'x', start: bounds.x },
            { label: 'y', start: bounds.y },
            { label: 'Width', start: bounds.width, min: 1 },
            { label: 'Height', start: bounds.height, min: 1 },
          ]}
          onSubmit={([x = 0, y = 0, width = 1, height = 1]) =>
            run({ pattern: 'transform', ...changes(bounds, { x, y, width, height }) })
          }
        />
      )}
    </>
  );
}

/** Not every element that moves can be sized too. */
function changes(now: Rect, wanted: Rect): Partial<Rect> {
  return Object.fromEntries(Object.entries(wanted).filter(([side, value]) => value !== now[side as keyof Rect]));
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

interface NumberField {
  readonly label: string;
  readonly start: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
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
