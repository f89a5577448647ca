import type { ElementDetails } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';

export interface NumberField {
  readonly label: string;
  readonly start: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A pattern that wants to be told numbers first. */
export interface PatternForm {
  readonly submit: string;
  readonly fields: readonly NumberField[];
  /** What the numbers ask for, one for each field. */
  readonly call: (numbers: readonly number[]) => PatternCall;
}

/** Those that the element supports. */
export function patternForms(details: ElementDetails): readonly PatternForm[] {
  return [...rangeForms(details), ...textForms(details), ...transformForms(details)];
}

function rangeForms({ patterns, range }: ElementDetails): readonly PatternForm[] {
  if (!patterns.includes('rangeValue')) return [];
  return [
    {
      submit: 'Set number',
      fields: [{ label: 'New number', start: range?.current ?? 0, min: range?.minimum, max: range?.maximum }],
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

/** What an app says of it is known on Windows alone, by the names of UI Automation; elsewhere all that moves is sized. */
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

/** Not every element that moves can be sized too. */
function changes(now: Rect, wanted: Rect): Partial<Rect> {
  return Object.fromEntries(Object.entries(wanted).filter(([side, value]) => value !== now[side as keyof Rect]));
}

const turnForm: PatternForm = {
  submit: 'Turn',
  fields: [{ label: 'Degrees clockwise', start: 90 }],
  call: ([degrees = 0]) => ({ pattern: 'transform', degrees }),
};

function zoomForm(properties: ElementDetails['properties']): PatternForm {
  const told = (name: string) => (properties[name] === undefined ? undefined : Number(properties[name]));
  const [min, max] = [told('Transform2ZoomMinimum'), told('Transform2ZoomMaximum')];
  return {
    submit: 'Zoom',
    fields: [{ label: 'Percent', start: told('Transform2ZoomLevel') ?? 100, min, max }],
    call: ([zoom = 100]) => ({ pattern: 'transform', zoom }),
  };
}
