import type { Action } from '#contract/model/action';
import type { ControlType } from '#contract/model/element';
import type { Rect } from '#contract/model/geometry';
import { rect } from '#contract/model/schemas/geometry';
import type { WindowMatch } from '#contract/model/window';
import type { StepDraft } from '../../dialects/dialect.ts';
import { targetCalled } from '../../dialects/element.ts';
import { leftOut, lineAt, type Found } from './imported.ts';

/** UI Automation's numbers: https://learn.microsoft.com/windows/win32/winauto/uiauto-controltype-ids */
const controlTypes: Readonly<Record<string, ControlType>> = {
  50000: 'Button',
  50002: 'CheckBox',
  50003: 'ComboBox',
  50004: 'Edit',
  50005: 'Hyperlink',
  50006: 'Image',
  50007: 'ListItem',
  50008: 'List',
  50011: 'MenuItem',
  50013: 'RadioButton',
  50015: 'Slider',
  50016: 'Spinner',
  50019: 'TabItem',
  50020: 'Text',
  50021: 'ToolBar',
  50024: 'TreeItem',
  50025: 'Custom',
  50026: 'Group',
  50029: 'DataItem',
  50030: 'Document',
  50031: 'SplitButton',
  50032: 'Window',
  50033: 'Pane',
};
const windowType = '50032';

type Attributes = Readonly<Record<string, string>>;

/**
 * What Windows' Steps Recorder (psr.exe) keeps in the page of its `.mht`: clicks with their elements. It never writes down
 * what was typed, so that such a step asks for the text as for a secret.
 */
export function importStepsRecorder(text: string): Found {
  const steps: StepDraft[] = [];
  const notes: string[] = [];
  for (const found of text.matchAll(/<EachAction\b([^>]*)>([\s\S]*?)<\/EachAction>/g)) {
    const [, head = '', body = ''] = found;
    const line = lineAt(text, found.index);
    const description = textIn(body, 'Description');
    const step = stepOf(attributesOf(head), body, description);
    if (typeof step === 'string') notes.push(leftOut(line, description, step));
    else {
      steps.push(step);
      if (step.action.type === 'typeText')
        notes.push(`Line ${line}: the recorder kept no typed text: replay asks for it.`);
    }
  }
  return { steps, notes, head: { platform: 'windows' } };
}

export function isStepsRecorder(text: string): boolean {
  return /^[\s\S]{0,2000}multipart\/related/i.test(text) && text.includes('<UserActionData>');
}

function stepOf(action: Attributes, body: string, description: string): StepDraft | string {
  const levels = Array.from(body.matchAll(/<Level\b([^>]*?)\/?>/g), ([, attributes = '']) => attributesOf(attributes));
  const [leaf] = levels;
  const top = [...levels].reverse().find(({ ControlType }) => ControlType === windowType) ?? levels.at(-1);
  const window: WindowMatch = {
    title: top?.['Name'] ?? /" in "(.*)"|click in "(.*)"/.exec(description)?.slice(1).find(Boolean) ?? '',
    ...(top?.['ClassName'] && { className: top['ClassName'] }),
    ...(action['FileName'] && { app: action['FileName'].toLowerCase().replace(/\.exe$/, '') }),
  };
  const bounds = leaf && boundsOf(leaf);
  const own = leaf && leaf !== top;
  const target = own
    ? targetCalled({
        name: leaf['Name'],
        id: leaf['AutomationId'],
        controlType: controlTypes[leaf['ControlType'] ?? ''],
        bounds,
      })
    : null;
  const kind = textIn(body, 'Action');
  if (/keyboard/i.test(kind)) return { action: { type: 'typeText', text: '', secret: 'TYPED_TEXT' }, target, window };
  const click = clickOf(kind);
  if (!click) return `it is a ${kind || 'step of no kind'}, which no step is`;
  const [x, y] = textIn(body, 'CursorCoordsXY').split(',').map(Number);
  const windowBounds = (top && boundsOf(top)) ?? null;
  const inside = target ? bounds : windowBounds;
  if (!inside) return 'it says of no element or window where that was';
  const at = { x: (x ?? 0) - inside.x, y: (y ?? 0) - inside.y };
  return { action: { ...click, at }, target, window, ...(windowBounds && { windowBounds }) };
}

function clickOf(kind: string): Omit<Extract<Action, { type: 'click' }>, 'at'> | null {
  const [, side, double] =
    /^mouse (left|right|middle) (double )?click/i.exec(kind) ?? /^mouse (left|right|middle) (double)/i.exec(kind) ?? [];
  if (side === undefined) return null;
  const button = side.toLowerCase() as 'left' | 'right' | 'middle';
  return { type: 'click', button, count: double === undefined ? 1 : 2, modifiers: [] };
}

function boundsOf({ BoundingRectangle = '' }: Attributes): Rect | null {
  const [x, y, width, height] = BoundingRectangle.split(',').map(Number);
  return rect.safeParse({ x, y, width, height }).data ?? null;
}

function textIn(body: string, tag: string): string {
  return unescape(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(body)?.[1] ?? '').trim();
}

function attributesOf(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(/([\w:]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, unescape(value)]),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
