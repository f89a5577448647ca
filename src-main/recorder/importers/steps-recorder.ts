import type { Action } from '#contract/model/recordings/action';
import { spellChord } from '#contract/model/recordings/chord';
import type { ControlType } from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';
import type { Rect } from '#contract/model/geometry';
import { rect } from '#contract/model/schemas/geometry';
import type { WindowMatch } from '#contract/model/windows/window';
import type { StepDraft } from '../../dialects/dialect.ts';
import { targetCalled } from '../../dialects/element.ts';
import { leftOut, type Found } from './imported.ts';

/** UI Automation's ids start at 50000: https://learn.microsoft.com/windows/win32/winauto/uiauto-controltype-ids */
const controlTypes: readonly ControlType[] = [
  'Button',
  'Calendar',
  'CheckBox',
  'ComboBox',
  'Edit',
  'Hyperlink',
  'Image',
  'ListItem',
  'List',
  'Menu',
  'MenuBar',
  'MenuItem',
  'ProgressBar',
  'RadioButton',
  'ScrollBar',
  'Slider',
  'Spinner',
  'StatusBar',
  'Tab',
  'TabItem',
  'Text',
  'ToolBar',
  'ToolTip',
  'Tree',
  'TreeItem',
  'Custom',
  'Group',
  'Thumb',
  'DataGrid',
  'DataItem',
  'Document',
  'SplitButton',
  'Window',
  'Pane',
  'Header',
  'HeaderItem',
  'Table',
  'TitleBar',
  'Separator',
  'SemanticZoom',
  'AppBar',
];
const firstType = 50_000;
const windowType = '50032';

type Attributes = Readonly<Record<string, string>>;

/**
 * The recording of Windows' Steps Recorder (psr.exe) in the page of its `.mht`, or in the `.xml` of `/arcxml`: clicks with their
 * elements, and for the keyboard key names, `[Ctrl-S]`, with `...` for characters. It never contains typed text, so such a step
 * prompts for its text like a secret.
 */
export function importStepsRecorder(text: string): Found {
  const steps: StepDraft[] = [];
  const notes: string[] = missedIn(text);
  const actions = [...actionsIn(text)];
  const known = windowsIn(actions);
  let typed = 0;
  for (const { line, head, body } of actions) {
    const description = textIn(body, 'Description');
    const where = placeOf(head, body, description, known);
    const kind = textIn(body, 'Action');
    if (/keyboard/i.test(kind)) {
      for (const key of keysIn(description)) {
        if (key === '...') {
          typed += 1;
          const secret = typed === 1 ? 'TYPED_TEXT' : `TYPED_TEXT_${typed}`;
          notes.push(`Line ${line}: the recorder kept no typed text: replay asks for it as ${secret}.`);
          steps.push({ action: { type: 'typeText', text: '', secret }, ...where.step });
          continue;
        }
        const chord = chordOf(key);
        if (chord === null) notes.push(leftOut(line, description, `${quoted(key)} is no key that is known here`));
        else steps.push({ action: { type: 'pressKeys', keys: chord, repeat: 1 }, ...where.step });
      }
      continue;
    }
    const click = clickOf(kind);
    const [x, y] = textIn(body, 'CursorCoordsXY').split(',').map(Number);
    if (!click) notes.push(leftOut(line, description, `it is a ${kind || 'step of no kind'}, which no step is`));
    else if (!where.inside || x === undefined || y === undefined || Number.isNaN(x + y)) {
      const place = x === undefined || y === undefined ? '' : `, only that it was at ${x}, ${y} of the screen`;
      notes.push(leftOut(line, description, `it says of no element or window where that was${place}`));
    } else {
      if (where.isRemembered)
        notes.push(
          `Line ${line}: no element is recorded. The position is the pointer’s, in the window as other steps have it.`,
        );
      steps.push({ action: { ...click, at: { x: x - where.inside.x, y: y - where.inside.y } }, ...where.step });
    }
  }
  return { steps, notes, head: { platform: 'windows' } };
}

export function isStepsRecorder(text: string): boolean {
  return /^[\s\S]{0,2000}?(multipart\/related|<\?xml|<Report\b)/i.test(text) && text.includes('<UserActionData>');
}

interface RecordedAction {
  readonly line: number;
  readonly head: Attributes;
  readonly body: string;
}

/** Iterated, so that the cost is linear in the file's length. */
function* actionsIn(text: string): Generator<RecordedAction> {
  let [line, counted] = [1, 0];
  for (let at = text.indexOf('<EachAction'); at >= 0;) {
    const open = text.indexOf('>', at);
    const close = text.indexOf('</EachAction>', at);
    if (open < 0 || close < 0) return;
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line++;
      counted = next + 1;
    }
    yield { line, head: attributesOf(text.slice(at, open)), body: text.slice(open + 1, close) };
    at = text.indexOf('<EachAction', close);
  }
}

/** Input that the recorder reports as missed. */
function missedIn(text: string): string[] {
  const sessions = text.match(/<RecordSession\b[^>]{0,2000}>/g) ?? [];
  const missed = sessions.reduce((sum, one) => sum + Number(attributesOf(one)['MissedActionCount'] ?? 0), 0);
  return missed > 0 ? [`The recorder missed ${missed} actions: they are in no step.`] : [];
}

interface StepScope {
  readonly step: Pick<StepDraft, 'target' | 'window' | 'windowBounds'>;
  /** The unit of a click's position; null if unknown. */
  readonly inside: Rect | null;
  /** The window's bounds are taken from another step. */
  readonly isRemembered: boolean;
}

function levelsIn(body: string): readonly Attributes[] {
  const levels: Attributes[] = [];
  for (let at = body.indexOf('<Level'); at >= 0;) {
    const close = body.indexOf('>', at);
    if (close < 0) break;
    const inside = body.slice(at + '<Level'.length, close);
    if (!/^\w/.test(inside)) levels.push(attributesOf(inside));
    at = body.indexOf('<Level', close);
  }
  return levels;
}

function topOf(levels: readonly Attributes[]): Attributes | undefined {
  return [...levels].reverse().find(({ ControlType }) => ControlType === windowType) ?? levels.at(-1);
}

/** The bounds of windows by title, from the first step that has them. */
function windowsIn(actions: readonly RecordedAction[]): ReadonlyMap<string, Rect> {
  const known = new Map<string, Rect>();
  for (const { body } of actions) {
    const top = topOf(levelsIn(body));
    const bounds = top && boundsOf(top);
    if (top?.['Name'] && bounds && !known.has(top['Name'])) known.set(top['Name'], bounds);
  }
  return known;
}

function placeOf(head: Attributes, body: string, description: string, known: ReadonlyMap<string, Rect>): StepScope {
  const levels = levelsIn(body);
  const [leaf] = levels;
  const top = topOf(levels);
  const title = top?.['Name'] ?? /" in "(.*)"|click in "(.*)"/.exec(description)?.slice(1).find(Boolean) ?? '';
  const window: WindowMatch = {
    title,
    ...(top?.['ClassName'] && { className: top['ClassName'] }),
    ...(head['FileName'] && { app: head['FileName'].toLowerCase().replace(/\.exe$/, '') }),
  };
  const bounds = leaf && boundsOf(leaf);
  const target =
    leaf && leaf !== top
      ? targetCalled({
          name: leaf['Name'],
          id: leaf['AutomationId'],
          controlType: controlTypes[Number(leaf['ControlType']) - firstType],
          bounds,
        })
      : null;
  const own = (top && boundsOf(top)) ?? null;
  const windowBounds = own ?? known.get(title) ?? null;
  return {
    step: { target, window, ...(windowBounds && { windowBounds }) },
    inside: (target && bounds) ?? windowBounds,
    isRemembered: own === null && target === null && windowBounds !== null,
  };
}

/** `[... Enter Page Down]` at the end of a description as its parts; characters if there are none. */
function keysIn(description: string): readonly string[] {
  const inside = /\[([^[\]]*)\]\s*$/.exec(description)?.[1]?.trim() ?? '';
  if (inside === '') return ['...'];
  const keys: string[] = [];
  for (const part of inside.split(/\s+/)) {
    const before = keys.at(-1);
    const both = before === undefined || before === '...' ? '' : `${before}${part}`;
    // Some keys have two words.
    if (both !== '' && chordOf(before ?? '') === null && chordOf(both) !== null) keys.splice(-1, 1, both);
    else keys.push(/^\.+$/.test(part) ? '...' : part);
  }
  return keys;
}

/** `Ctrl-S` as a chord; null if it is none. */
function chordOf(key: string): string | null {
  return spellChord(key.replace(/-(?=.)/g, '+')).chord;
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
  const from = body.indexOf(`<${tag}>`);
  const to = from < 0 ? -1 : body.indexOf(`</${tag}>`, from);
  return to < 0 ? '' : unescape(body.slice(from + tag.length + 2, to)).trim();
}

function attributesOf(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(/(?<![\w:])([\w:]{1,80})="([^"]*)"/g), ([, name = '', value = '']) => [
      name,
      unescape(value),
    ]),
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
