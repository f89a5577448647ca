import { z } from 'zod';
import type { Action } from '#contract/model/recordings/action';
import type { ControlType } from '#contract/model/elements/element';
import type { StepTarget } from '#contract/model/recordings/recording';
import type { WindowMatch } from '#contract/model/windows/window';
import { leftNote, linesOf } from '../../base/text-bounds.ts';
import type { StepDraft } from '../../dialects/dialect.ts';
import { targetCalled } from '../../dialects/element.ts';
import { atLine, leftOut, type Found } from './imported.ts';

/** Roles of macOS: https://developer.apple.com/documentation/applicationservices/carbon_accessibility/roles */
export const macRoles: Readonly<Record<string, ControlType>> = {
  AXButton: 'Button',
  AXCheckBox: 'CheckBox',
  AXComboBox: 'ComboBox',
  AXGroup: 'Group',
  AXImage: 'Image',
  AXLink: 'Hyperlink',
  AXList: 'List',
  AXMenuBarItem: 'MenuItem',
  AXMenuButton: 'Button',
  AXMenuItem: 'MenuItem',
  AXPopUpButton: 'ComboBox',
  AXRadioButton: 'RadioButton',
  AXSlider: 'Slider',
  AXStaticText: 'Text',
  AXTabButton: 'TabItem',
  AXTextArea: 'Edit',
  AXTextField: 'Edit',
  AXWebArea: 'Document',
};

const element = z
  .object({ role: z.string(), subrole: z.string(), title: z.string() })
  .extend({ description: z.string(), identifier: z.string(), placeholder: z.string() })
  .partial();
const mouse = z.object({
  button: z.enum(['left', 'right', 'middle']).default('left'),
  clickCount: z.number().default(1),
  target: element.optional(),
});
const keyboard = z.object({
  text: z.string().optional(),
  keyEquivalent: z.string().optional(),
  target: element.optional(),
});
const event = z.object({
  kind: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  app: z.object({ name: z.string().optional() }).optional(),
  window: z.object({ title: z.string().optional() }).optional(),
  mouse: mouse.optional(),
  keyboard: keyboard.optional(),
});
type Event = z.output<typeof event>;

/**
 * `events.jsonl` of a session of Open Record/Replay (humblebanana/open-record-replay, `docs/recording-data-contract.md`), also
 * written by Codex' Record & Replay: clicks, texts and keys. It has no window positions, and uses macOS names for elements.
 * @throws AppError `invalid_parameter` naming line and field
 */
export function importOpenRecordReplay(text: string): Found {
  const steps: StepDraft[] = [];
  const notes: string[] = [];
  let began: number | undefined;
  const { lines, left } = linesOf(text);
  lines.forEach((written, index) => {
    if (written.trim() === '') return;
    const line = index + 1;
    const read = readEvent(written, line);
    const at = Date.parse(read.timestamp);
    began ??= at;
    const found = stepOf(read);
    if (typeof found === 'string') notes.push(leftOut(line, read.kind, found));
    else if (found) steps.push({ ...found, at: Math.max(0, at - began) });
  });
  return { steps, notes: [...notes, ...leftNote(left)], head: { platform: 'macos' } };
}

/** Whether a line is one of its events. */
export function isOpenRecordReplay(line: string): boolean {
  return line.startsWith('{') && /"kind"\s*:\s*"(session|recorder|window|mouse|keyboard|selection|ax)\./.test(line);
}

function readEvent(written: string, line: number): Event {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw atLine(line, 'it is not JSON');
  }
  const parsed = event.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw atLine(line, [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** Null for a read, a reason for an act that cannot be imported. */
function stepOf({ kind, app, window: shown, mouse, keyboard }: Event): StepDraft | string | null {
  const { title } = shown ?? {};
  // Programs have other names on other systems; a title is more likely the same.
  const window: WindowMatch = title ? { title } : { ...(app?.name && { app: app.name }) };
  switch (kind) {
    case 'mouse.click': {
      const target = targetOf(mouse?.target);
      if (!target) return 'it names no element, and of its window it does not say where that was';
      const { button = 'left', clickCount = 1 } = mouse ?? {};
      const count = clickCount === 2 || clickCount === 3 ? clickCount : 1;
      return { action: { type: 'click', button, count, modifiers: [], at: { x: 0, y: 0 } }, target, window };
    }
    case 'mouse.drag':
      return 'it does not say where in their windows it begins and ends';
    case 'keyboard.text_input':
      return { action: typing(keyboard), target: targetOf(keyboard?.target), window };
    case 'keyboard.submit':
    case 'keyboard.shortcut': {
      const keys = chordOf(keyboard?.keyEquivalent ?? '');
      if (keys === null) return `there is no key ${keyboard?.keyEquivalent ?? 'named'}`;
      return { action: { type: 'pressKeys', keys, repeat: 1 }, target: targetOf(keyboard?.target), window };
    }
    case 'selection.changed':
      return 'it says what was selected, not how';
    default:
      return null;
  }
}

function typing({ text = '', target }: z.output<typeof keyboard> = {}): Action {
  const isSecret = target?.subrole === 'AXSecureTextField';
  return isSecret ? { type: 'typeText', text: '', secret: 'TYPED_TEXT' } : { type: 'typeText', text };
}

function targetOf(what: z.output<typeof element> = {}): StepTarget | null {
  const { role = '', title, description, identifier, placeholder } = what;
  const name = [title, description, placeholder].find(Boolean);
  if (!name && !identifier) return null;
  return targetCalled({ name, id: identifier, controlType: macRoles[role] });
}

const modifiers: Readonly<Record<string, string>> = { control: 'ctrl', shift: 'shift', option: 'alt', command: 'meta' };
const keyNames: Readonly<Record<string, string>> = {
  return: 'Enter',
  tab: 'Tab',
  space: 'Space',
  // The backspace key of a Mac.
  delete: 'Backspace',
  escape: 'Escape',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  down: 'ArrowDown',
  up: 'ArrowUp',
};

/** `command+shift+s` as a chord; null for a key known only by its number. */
function chordOf(keyEquivalent: string): string | null {
  const [, held = '', last = ''] = /^((?:(?:command|control|option|shift)\+)*)(.+)$/.exec(keyEquivalent) ?? [];
  const key = keyNames[last] ?? (Array.from(last).length === 1 ? last : undefined);
  if (key === undefined) return null;
  // In a chord's order.
  const names = Object.entries(modifiers).flatMap(([theirs, ours]) => (held.includes(`${theirs}+`) ? [ours] : []));
  return [...names, key].join('+');
}
