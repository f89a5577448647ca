import { sleep } from '../../base/deadline.ts';
import type { FindResult } from '#contract/api';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { controlTypes } from '#contract/model/element';
import { formatSelector, parseSelector } from '#contract/model/selector';
import type { Args } from '../args.ts';
import type { Command, Context } from '../command.ts';
import { elementTable } from '../element-text.ts';
import { findWindow } from '../targets.ts';
import { UsageError } from '../usage-error.ts';

const lookEveryMs = 100;

export const find: Command = {
  name: 'find',
  summary: 'Find elements of a window, by what they are or by a selector.',
  usage: 'find WINDOW [--name S] [--control-type S] [--automation-id S] [--selector S] [--timeout MS]',
  options: {
    name: { type: 'string', value: 'S', help: 'A part of the name, ignoring case.' },
    'control-type': { type: 'string', value: 'S', help: 'Button, Edit, …' },
    'automation-id': { type: 'string', value: 'S', help: 'The whole automation id.' },
    selector: { type: 'string', value: 'S', help: 'Instead of those: e.g. role=Button name="Save".' },
    timeout: { type: 'string', value: 'MS', help: 'Wait so long for a match; 0 where missing.' },
  },
  positionals: [1, 1],
  async run(context, args) {
    const selector = selectorOf(args);
    const until = Date.now() + (args.number('timeout', [0, 600_000]) ?? 0);
    const window = await findWindow(context, args.at(0));
    const found = await waitFor(context, window.id, selector, until);
    if (found.total === 0)
      throw new AppError('element_not_found', `No element of ${quoted(window.title)} matches ${selector}.`);
    const more = found.truncated ? `\n… and ${found.total - found.matches.length} more.` : '';
    return { data: { selector, ...found }, text: elementTable(found.matches, context.paint) + more };
  },
};

/** @throws UsageError, AppError `invalid_parameter` */
function selectorOf(args: Args): string {
  const [name, role, id] = [args.text('name'), args.choice('control-type', controlTypes), args.text('automation-id')];
  const selector = args.text('selector');
  const parts = { ...(role && { role }), ...(id && { id }), ...(name && { nameContains: name }) };
  if (selector === undefined) {
    if (Object.keys(parts).length > 0) return formatSelector([parts]);
    throw new UsageError('Say what to find: --name, --control-type, --automation-id or --selector.');
  }
  if (Object.keys(parts).length > 0) throw new UsageError('--selector stands alone, without --name and the like.');
  return formatSelector(parseSelector(selector));
}

async function waitFor(
  { services, signal }: Context,
  window: string,
  selector: string,
  until: number,
): Promise<FindResult> {
  for (;;) {
    const found = await services().engine.find({ window, selector }, { signal });
    if (found.total > 0 || Date.now() >= until) return found;
    await sleep(lookEveryMs, signal);
  }
}
