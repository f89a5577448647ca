import { z } from 'zod';
import { olderNote } from '#contract/model/elements/element';
import { harmlessJson } from '#contract/foreign-text';
import { lines } from '../../answers/page.ts';
import { beginningWithin, charactersField, partNote } from '../../answers/part-of-text.ts';
import { tokensIn } from '../../answers/tokens.ts';
import { defineTool } from '../../define-tool.ts';
import { listResult } from '../../list-result.ts';
import { resolveForReading } from '../../target/resolve-target.ts';
import { isSeen } from '../../target/in-picture/seen-controls.ts';
import { targetFields } from '../../target/target-input.ts';
import { namespace } from './namespace.ts';

export const texts = defineTool({
  name: 'texts',
  namespace,
  type: 'action',
  effect: 'observe',
  title: 'Read the texts of a control',
  description: 'Read the texts of a control of a desktop window: its name, and its value where it has one.',
  input: z.object({ ...targetFields, offset: charactersField }),
  async run(context, input) {
    const { element } = await resolveForReading(context, input);
    const now = isSeen(element)
      ? element
      : await context.engine.details({ element: element.id }, { signal: context.signal });
    const found = [now.name, now.value].filter((text): text is string => text !== null && text !== '');
    const { parts, note } = partsOf([...new Set(found)], input.offset, context.room);
    return listResult(parts, lines(note, 'mayBeOlder' in now && olderNote));
  },
});

/** The same part of each text, as long as all of them fit. */
function partsOf(all: readonly string[], offset: number, room: number) {
  const [longest = ''] = [...all].sort((a, b) => b.length - a.length);
  const parts = (length: number) => all.map((text) => text.slice(offset, offset + length));
  const { length } = beginningWithin(longest.slice(offset), room, (part) => tokensIn(harmlessJson(parts(part.length))));
  return { parts: parts(length), note: partNote(offset, length, longest.length) };
}
