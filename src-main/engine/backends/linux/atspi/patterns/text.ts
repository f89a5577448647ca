import { sleep } from '../../../../../base/async/deadline.ts';
import type { TextFacts } from '#contract/model/elements/element-facts';
import { content, number } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from '../reading/subject.ts';
import { isPassword } from '../reading/value.ts';
import * as names from '../vocabulary/names.ts';
import { hasBit } from '../vocabulary/states.ts';
import { confirm } from './refuse.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

const maxSelections = 20;
/** Limit of the selected text, in characters; see {@link TextFacts.selectedText}. */
const maxSelected = 1_000;

/** @throws DBusFailure if the element has no text */
export async function readText(subject: Subject): Promise<TextFacts> {
  const { facts } = subject;
  const [length, caret, selections] = await Promise.all([
    readNumber(subject, 'CharacterCount'),
    orElse(readNumber(subject, 'CaretOffset'), -1),
    orElse(readSelections(subject), []),
  ]);
  // A label without a caret reports 0.
  const hasCaret = caret >= 0 && (hasBit(facts.states, 'editable') || hasBit(facts.states, 'focusable'));
  return {
    length: Math.max(0, length),
    caret: hasCaret ? caret : null,
    selections,
    selectedText: isPassword(facts.role) ? '' : await readSelected(subject, selections),
    multiline: hasBit(facts.states, 'multiLine'),
  };
}

async function readNumber({ accessibles, facts, signal }: Subject, property: string): Promise<number> {
  return number(await accessibles.property(facts.ref, names.text, property, signal));
}

async function readSelections(subject: Subject): Promise<readonly Range[]> {
  const { accessibles, facts, signal } = subject;
  const count = number(await accessibles.call(facts.ref, names.text, 'GetNSelections', signal));
  const indices = Array.from({ length: Math.max(0, Math.min(count, maxSelections)) }, (_, index) => index);
  const read = (index: number) =>
    accessibles.callAll(facts.ref, names.text, 'GetSelection', signal, 'i', [index]).then(([from, to]): Range => {
      const [a, b] = [number(from), number(to)];
      return { start: Math.min(a, b), end: Math.max(a, b) };
    });
  const found = await Promise.all(indices.map(read));
  // GTK 3 reports an empty selection at the caret.
  return found.filter(({ start, end }) => start < end);
}

async function readSelected({ accessibles, facts, signal }: Subject, selections: readonly Range[]): Promise<string> {
  const read = async ({ start, end }: Range) => {
    const body = [start, Math.min(end, start + maxSelected)];
    return content(await accessibles.call(facts.ref, names.text, 'GetText', signal, 'ii', body));
  };
  const found = await orElse(Promise.all(selections.map(read)), []);
  return Array.from(found.join('\n')).slice(0, maxSelected).join('');
}

/** GTK 4.8 selects in a text view without confirming, so the result is polled. Milliseconds. */
const selectTimeoutMs = 300;

/**
 * Selects only this part of the text, or places the caret if the part is empty. Offsets in characters.
 * @throws AppError `pattern_not_supported` if the app refuses
 */
export async function selectText(subject: Subject, { start, end }: Range): Promise<void> {
  const { accessibles, facts, signal } = subject;
  const ask = (member: string, signature: string, body: readonly number[]) =>
    accessibles.call(facts.ref, names.text, member, signal, signature, body);
  const count = Math.min(number(await ask('GetNSelections', '', [])), maxSelections);
  const extra = start === end ? 0 : 1;
  // From last to first, since removing one renumbers the following ones.
  for (let index = count - 1; index >= extra; index--) await orElse(ask('RemoveSelection', 'i', [index]), false);
  if (start === end) {
    confirm(await ask('SetCaretOffset', 'i', [start]));
    return;
  }
  const asked = count > 0 ? ask('SetSelection', 'iii', [0, start, end]) : ask('AddSelection', 'ii', [start, end]);
  confirm(await Promise.race([asked, sleep(selectTimeoutMs, signal).then(() => true)]));
}
