import { z } from 'zod';
import { causesOf, findingsSummary, readinessSummary, type Incomplete } from '#contract/model/findings';
import { causeLines } from '../../../../inspect/findings/formats.ts';
import { lines, offsetField, pageOf } from '../../../answers/page.ts';
import { defineAction } from '../action.ts';
import { window } from '../fields.ts';
import { describeWindow } from '../answers/describe.ts';
import { windowFor } from '../window-of.ts';

export const checkWindow = defineAction({
  name: 'check_window',
  type: 'data_collection',
  effect: 'observe',
  title: 'Check a window',
  description:
    'Check a desktop window for what hinders people with disabilities and automated tests: missing names and labels, bad structure, low contrast, controls without a stable selector. Findings are grouped by cause, each with its fix.',
  input: z.object({
    window: window.optional(),
    rules: z.array(z.string()).optional().describe('Ids of the rules to check; all by default.'),
    offset: offsetField('causes'),
  }),
  async perform(context, { rules, offset, ...input }, scan) {
    const shown = await windowFor(context, input);
    scan.windowTitle = shown.title;
    const report = await context.engine.findings({ window: shown.id, only: rules }, { signal: context.signal });
    scan.elements += report.elements;
    const page = pageOf(causesOf(report).slice(offset), (cause) => ({ text: causeLines(cause).join('\n') }), {
      what: 'causes',
      room: context.room,
    });
    const left = causesOf(report).length - offset - page.items.length;
    const head = `${describeWindow(shown)}: ${findingsSummary(report)}. ${readinessSummary(report.readiness)}`;
    return {
      text: [head, ...page.items.map(({ text }) => text)].join('\n'),
      note: lines(
        left > 0 && `${left} causes follow: ask with offset ${offset + page.items.length}.`,
        uncheckedNote(report.incomplete),
      ),
    };
  },
});

function uncheckedNote(incomplete: readonly Incomplete[]): string {
  if (incomplete.length === 0) return '';
  const parts = incomplete.map(({ rule, reason, count }) => `${rule || 'window'}: ${reason} (${count})`);
  return `Not checked: ${parts.join('; ')}.`;
}
