import { z } from 'zod';
import { olderNote } from '#contract/model/elements/element';
import { harmlessJson } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { sleep } from '../../../base/async/deadline.ts';
import { lines } from '../../answers/page.ts';
import { beginningWithin, charactersField, partNote } from '../../answers/part-of-text.ts';
import { tokensIn } from '../../answers/tokens.ts';
import { defineTool } from '../../define-tool.ts';
import { listResult } from '../../list-result.ts';
import { resolveForReading } from '../../target/resolve-target.ts';
import { isSeen } from '../../target/in-picture/seen-controls.ts';
import { targetFields } from '../../target/target-input.ts';
import { namespace } from './namespace.ts';

const maxSeconds = 300;

const reportEveryMs = 1_000;

export const wait = defineTool({
  name: 'wait',
  namespace,
  type: 'action',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'Wait',
  description: 'Wait a number of seconds, up to 300. To wait for an element, give timeout_ms to the tool that uses it.',
  input: z.object({ seconds: z.number() }),
  deadlineMs: ({ seconds }) => Math.min(Math.max(seconds, 0), maxSeconds) * 1_000 + 5_000,
  async run(context, { seconds }) {
    if (seconds < 0) throw new AppError('invalid_parameter', 'Wait time must be a positive number');
    if (seconds > maxSeconds)
      throw new AppError('invalid_parameter', 'Wait time cannot exceed 300 seconds (5 minutes)');
    const started = Date.now();
    for (let waited = 0, left = seconds * 1_000; left > 0; left = seconds * 1_000 - waited) {
      await sleep(Math.min(left, reportEveryMs), context.signal);
      waited = Date.now() - started;
      context.progress(Math.min(1, waited / (seconds * 1_000)), `Waited ${Math.round(waited / 1_000)} of ${seconds} s`);
    }
    return { text: `Successfully waited for ${seconds} second(s)` };
  },
});

export const summary = defineTool({
  name: 'summary',
  namespace,
  type: 'action',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'Note a summary',
  description: 'Note a summary of what was seen; the text comes back as it is and goes into the trace.',
  input: z.object({ text: z.string() }),
  run: (_, { text }) => Promise.resolve({ text }),
});

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
