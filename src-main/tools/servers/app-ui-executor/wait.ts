import { z } from 'zod';
import { sleep } from '../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { defineTool } from '../../define-tool.ts';
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
