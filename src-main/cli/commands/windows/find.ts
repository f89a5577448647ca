import { controlTypes } from '#contract/model/elements/element';
import { selectorOf, type ElementQuery } from '#contract/model/elements/element-query';
import { formatSelector, parseSelector } from '#contract/model/elements/selector';
import { type Args, UsageError } from '../../args.ts';
import type { Command } from '../../command.ts';
import { elementTable } from '../../output/element-text.ts';
import { noElement, waitForElements } from '../../../tools/target/which-element.ts';
import { findWindow, lookingOf } from '../../targets/targets.ts';

export const find: Command = {
  name: 'find',
  summary: 'Find elements of a window by criteria or selector.',
  usage: 'find WINDOW [--name S] [--control-type S] [--automation-id S] [--selector S] [--timeout MS]',
  options: {
    name: { type: 'string', value: 'S', help: 'Part of the name, case-insensitive.' },
    'control-type': { type: 'string', value: 'S', help: 'Button, Edit, …' },
    'automation-id': { type: 'string', value: 'S', help: 'Exact automation id.' },
    selector: { type: 'string', value: 'S', help: 'Selector instead, such as role=Button name="Save".' },
    timeout: { type: 'string', value: 'MS', help: 'Maximum wait for a match; default 0.' },
  },
  positionals: [1, 1],
  looks: () => 'elements',
  async run(context, args) {
    const query = queryOf(args);
    const until = Date.now() + (args.number('timeout', [0, 600_000]) ?? 0);
    const where = { window: () => findWindow(context, args.at(0)) };
    const { window, ...found } = await waitForElements(lookingOf(context), query, where, { until });
    if (found.total === 0) throw noElement(query, window);
    const more = found.truncated ? `\n… and ${found.total - found.matches.length} more.` : '';
    return { data: { selector: selectorOf(query), ...found }, text: elementTable(found.matches, context.paint) + more };
  },
};

/** @throws UsageError, AppError `invalid_parameter` */
function queryOf(args: Args): ElementQuery {
  const [name, controlType, automationId] = [
    args.text('name'),
    args.choice('control-type', controlTypes),
    args.text('automation-id'),
  ];
  const selector = args.text('selector');
  const hasCriteria = [name, controlType, automationId].some(Boolean);
  if (selector !== undefined && hasCriteria)
    throw new UsageError('--selector stands alone, without --name and the like.');
  if (selector !== undefined) return { selector: formatSelector(parseSelector(selector)) };
  if (hasCriteria) return { name: name || undefined, controlType, automationId: automationId || undefined };
  throw new UsageError('Pass --name, --control-type, --automation-id or --selector.');
}
