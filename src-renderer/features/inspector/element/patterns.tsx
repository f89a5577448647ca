import { useState, type ReactNode } from 'react';
import { type ElementDetails, hasState } from '#contract/model/elements/element';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { Rect } from '#contract/model/geometry';
import { dockPositions } from '#contract/model/elements/element-facts';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { IconName } from '../../../ui/icon/icon.tsx';
import { useInspectorApi } from '../context.ts';
import styles from './element.module.css';

/** Patterns that need an input first. */
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

interface NumberField {
  readonly label: string;
  readonly start: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A pattern that needs numbers first. */
interface PatternForm {
  readonly submit: string;
  readonly fields: readonly NumberField[];
  /** Labels of the numbers, one per field. */
  readonly call: (numbers: readonly number[]) => PatternCall;
}

/** The supported ones. */
export function patternForms(details: ElementDetails): readonly PatternForm[] {
  return [...rangeForms(details), ...textForms(details), ...transformForms(details)];
}

function rangeForms({ patterns, range }: ElementDetails): readonly PatternForm[] {
  if (!patterns.includes('rangeValue')) return [];
  return [
    {
      submit: 'Set number',
      fields: [
        {
          label: 'New number',
          start: range?.current ?? 0,
          min: range?.minimum ?? undefined,
          max: range?.maximum ?? undefined,
        },
      ],
      call: ([value = 0]) => ({ pattern: 'rangeValue', value }),
    },
  ];
}

function textForms({ patterns, text }: ElementDetails): readonly PatternForm[] {
  if (!patterns.includes('text') || text === null || text.length === 0) return [];
  return [
    {
      submit: 'Select text',
      fields: [
        { label: 'From character', start: 0, min: 0, max: text.length },
        { label: 'To character', start: text.length, min: 0, max: text.length },
      ],
      call: ([start = 0, end = 0]) => ({ pattern: 'text', select: { start, end } }),
    },
  ];
}

/** Only Windows reports these abilities, by UI Automation's names; elsewhere every movable element is treated as resizable. */
function transformForms({ patterns, bounds, properties }: ElementDetails): readonly PatternForm[] {
  if (!patterns.includes('transform')) return [];
  const canPlace = ['TransformCanMove', 'TransformCanResize'].some((ability) => properties[ability] !== 'false');
  return [
    ...(canPlace && bounds !== null ? [moveForm(bounds)] : []),
    ...(properties['TransformCanRotate'] === 'true' ? [turnForm] : []),
    ...(properties['Transform2CanZoom'] === 'true' ? [zoomForm(properties)] : []),
  ];
}

function moveForm(bounds: Rect): PatternForm {
  return {
    submit: 'Move',
    fields: [
      { label: 'x', start: bounds.x },
      { label: 'y', start: bounds.y },
      { label: 'Width', start: bounds.width, min: 1 },
      { label: 'Height', start: bounds.height, min: 1 },
    ],
    call: ([x = 0, y = 0, width = 1, height = 1]) => ({
      pattern: 'transform',
      ...changes(bounds, { x, y, width, height }),
    }),
  };
}

/** Not every movable element can be resized. */
function changes(now: Rect, wanted: Rect): Partial<Rect> {
  return Object.fromEntries(Object.entries(wanted).filter(([side, value]) => value !== now[side as keyof Rect]));
}

const turnForm: PatternForm = {
  submit: 'Turn',
  fields: [{ label: 'Degrees clockwise', start: 90 }],
  call: ([degrees = 0]) => ({ pattern: 'transform', degrees }),
};

function zoomForm(properties: ElementDetails['properties']): PatternForm {
  const reported = (name: string) => (properties[name] === undefined ? undefined : Number(properties[name]));
  const [min, max] = [reported('Transform2ZoomMinimum'), reported('Transform2ZoomMaximum')];
  return {
    submit: 'Zoom',
    fields: [{ label: 'Percent', start: reported('Transform2ZoomLevel') ?? 100, min, max }],
    call: ([zoom = 100]) => ({ pattern: 'transform', zoom }),
  };
}

/** A pattern without input. */
interface PatternButton {
  readonly title: string;
  readonly icon: IconName;
  readonly call: PatternCall;
}

const windowButtons: readonly PatternButton[] = [
  { title: 'Minimise', icon: 'chrome-minimize', call: { pattern: 'window', action: 'minimize' } },
  { title: 'Maximise', icon: 'chrome-maximize', call: { pattern: 'window', action: 'maximize' } },
  { title: 'Restore', icon: 'chrome-restore', call: { pattern: 'window', action: 'restore' } },
  { title: 'Close', icon: 'chrome-close', call: { pattern: 'window', action: 'close' } },
];

const selectionButtons: readonly PatternButton[] = [
  { title: 'Select all', icon: 'check-all', call: { pattern: 'selection', select: 'all' } },
  { title: 'Select none', icon: 'clear-all', call: { pattern: 'selection', select: 'none' } },
];

/** The supported patterns that a button can run; the others have inputs of their own, or are read-only. */
export function patternButtons(details: ElementDetails): readonly PatternButton[] {
  return details.patterns.flatMap((pattern): readonly PatternButton[] => {
    switch (pattern) {
      case 'invoke':
        return [{ title: 'Invoke', icon: 'play', call: { pattern } }];
      case 'toggle':
        return [{ title: `Toggle ${hasState(details, 'checked') ? 'off' : 'on'}`, icon: 'pass', call: { pattern } }];
      case 'select':
        return selectButtons(details);
      case 'expand': {
        const expanded = !hasState(details, 'expanded');
        const title = expanded ? 'Expand' : 'Collapse';
        return [{ title, icon: expanded ? 'unfold' : 'fold', call: { pattern, expanded } }];
      }
      case 'scrollItem':
        return [{ title: 'Scroll into view', icon: 'arrow-both', call: { pattern } }];
      case 'selection':
        return details.selection?.canSelectMultiple === false ? selectionButtons.slice(1) : selectionButtons;
      case 'scroll':
        return scrollButtons(details);
      case 'multipleView':
        return viewButtons(details);
      case 'dock':
        return dockButtons(details);
      case 'window':
        return windowButtons;
      case 'value':
      case 'rangeValue':
      case 'text':
      case 'grid':
      case 'table':
      case 'transform':
        return [];
    }
  });
}

function selectButtons(details: ElementDetails): readonly PatternButton[] {
  const pattern = 'select';
  if (hasState(details, 'selected')) {
    return [{ title: 'Deselect', icon: 'circle-slash', call: { pattern, how: 'remove' } }];
  }
  return [
    { title: 'Select', icon: 'check', call: { pattern } },
    { title: 'Add to selection', icon: 'add', call: { pattern, how: 'add' } },
  ];
}

function viewButtons({ views }: ElementDetails): readonly PatternButton[] {
  const others = views?.all.filter((view) => view !== views.current) ?? [];
  return others.map((view) => ({ title: `Show as ${view}`, icon: 'eye', call: { pattern: 'multipleView', view } }));
}

function dockButtons({ dock }: ElementDetails): readonly PatternButton[] {
  return dockPositions
    .filter((position) => position !== dock)
    .map((position) => ({
      title: position === 'none' ? 'Undock' : position === 'fill' ? 'Dock to fill' : `Dock at the ${position}`,
      icon: 'layout',
      call: { pattern: 'dock', position },
    }));
}

/** How far one press scrolls, in percent of the full range. */
const scrollStep = 10;

function scrollButtons({ scroll }: ElementDetails): readonly PatternButton[] {
  const pattern = 'scroll';
  const vertical: readonly PatternButton[] = [
    { title: 'Scroll up', icon: 'arrow-up', call: { pattern, vertical: { by: -scrollStep } } },
    { title: 'Scroll down', icon: 'arrow-down', call: { pattern, vertical: { by: scrollStep } } },
  ];
  const horizontal: readonly PatternButton[] = [
    { title: 'Scroll left', icon: 'arrow-left', call: { pattern, horizontal: { by: -scrollStep } } },
    { title: 'Scroll right', icon: 'arrow-right', call: { pattern, horizontal: { by: scrollStep } } },
  ];
  return [...(scroll?.vertical == null ? [] : vertical), ...(scroll?.horizontal == null ? [] : horizontal)];
}
