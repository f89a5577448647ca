import { z } from 'zod';
import { olderNote, type ElementNode } from '#contract/model/element';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { Describer, detailsOf, type UiElement } from '../describe.ts';
import { criteria, maxDepth, wait } from '../fields.ts';
import { describeWindow, lineOf } from '../line.ts';
import { notFound, waitForMatches } from '../locate.ts';

export const find = defineAction({
  action: 'find',
  name: 'find_element',
  type: 'data_collection',
  effect: 'observe',
  title: 'Find elements',
  description:
    'Find buttons, fields, list items and other elements of a desktop window by name, control type, automation id or selector. Answers a line per element with the ref that the other tools take.',
  input: z.object({
    ...criteria,
    max_depth: maxDepth.optional().describe('How many levels below the root to search; all where missing.'),
    include_children: z.boolean().default(false).describe('Say the children of each element too.'),
    limit: z.number().int().positive().max(500).default(50).describe('How many elements at most.'),
    timeout_ms: wait(0, 'an element'),
  }),
  beyond: ['limit'],
  async perform(context, input, scan) {
    const { limit, include_children: withChildren } = input;
    const found = await waitForMatches(context, input, scan, { until: Date.now() + input.timeout_ms, limit });
    const { window, matches, total } = found;
    if (total === 0) throw notFound(input, window);
    const describer = await Describer.for(context, window);
    const details = await detailsOf(context, matches);
    const elements: UiElement[] = [];
    const lines: string[] = [];
    for (const match of matches) {
      const now = details.get(match.id) ?? match;
      const children = withChildren ? await childrenOf(context, match) : [];
      const inner = children.map((child) => describer.inner(child));
      elements.push({ ...describer.describe(now), ...(withChildren && { children: inner }) });
      lines.push(lineOf(context.session, now), ...children.map((child) => `  ${lineOf(context.session, child)}`));
    }
    const counted = total === 1 ? '1 element' : `${total} elements`;
    const [only, ...others] = elements;
    return {
      text: [`${counted} in ${describeWindow(window)}:`, ...lines].join('\n'),
      fields: only && others.length === 0 ? { element: only } : { elements },
      note: [
        cut(matches.length, total, found.truncated),
        [...details.values()].some((one) => one.mayBeOlder) && olderNote,
      ]
        .filter(Boolean)
        .join(' '),
    };
  },
});

async function childrenOf({ engine, signal }: ToolContext, { id, childCount }: ElementNode) {
  return childCount === 0 ? [] : engine.children({ element: id, limit: 100 }, { signal });
}

function cut(shown: number, total: number, truncated: boolean): string | undefined {
  if (shown < total) return `These are the first ${shown} of ${total}: narrow the search, or ask for more with limit.`;
  return truncated ? 'The window could not be read to its end: elements may be missing.' : undefined;
}
