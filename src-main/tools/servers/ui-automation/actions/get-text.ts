import { z } from 'zod';
import { describeDiagnosis } from '#contract/model/diagnosis';
import { quotedLines } from '#contract/foreign-text';
import { hasState, type TreeNode } from '#contract/model/elements/element';
import { beginningWithin, charactersField, costOfQuoted, partNote } from '../../../answers/part-of-text.ts';
import { wholeCharacters } from '../../../answers/room.ts';
import { defineAction } from '../action.ts';
import { element, selector, window } from '../fields.ts';
import { describeWindow } from '../answers/describe.ts';
import { idOfPart, locate } from '../locate.ts';
import { windowFor } from '../window-of.ts';

/** Some clients' limit for one result (25,000 tokens) is about four times as many characters. */
const defaultCharacters = 20_000;

export const getText = defineAction({
  action: 'get_text',
  name: 'get_text',
  type: 'data_collection',
  effect: 'observe',
  title: 'Read text',
  description:
    'Read the text of an element or of a whole desktop window: names, labels and what is in its fields, a line each. Passwords are never read.',
  input: z.object({
    element: element.optional(),
    selector: selector.optional(),
    window: window.optional(),
    include_children: z.boolean().default(true).describe('Also the text of everything inside.'),
    offset: charactersField,
    max_characters: z.number().int().positive().max(1_000_000).default(defaultCharacters).describe('How much at most.'),
  }),
  beyond: ['max_characters', 'selector'],
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const shown = await windowFor(context, input);
    scan.windowTitle = shown.title;
    const { element: part, selector: wanted } = input;
    const from =
      wanted === undefined
        ? await idOfPart(context, part)
        : (await locate(context, { selector: wanted, window: input.window }, scan, { until: 0 })).element.id;
    const depth = input.include_children ? {} : { depth: 0 };
    const tree = await engine.tree({ window: shown.id, from, ...depth }, { signal });
    scan.elements += tree.nodeCount;
    const whole = textsOf(tree.root).join('\n');
    const asked = wholeCharacters(whole.slice(input.offset, input.offset + input.max_characters));
    const text = beginningWithin(asked, context.room, costOfQuoted);
    const cut = partNote(input.offset, text.length, whole.length);
    const unread = tree.truncated === 'time' && 'The window could not be read to its end.';
    const why = tree.diagnosis && describeDiagnosis(tree.diagnosis);
    const note = [cut, unread, why].filter(Boolean).join(' ');
    const reported = whole === '' ? `There is no text in ${describeWindow(shown)}.` : quotedLines(text);
    return { text: reported, fields: { text }, ...(note && { note }) };
  },
});

/**
 * The texts that users read in an element and below it, in tree order. Hidden ones are left out, and so are texts that repeat
 * their container's, such as a button's label. Visible content of a hidden element counts: GTK has a page inside its tab, and a
 * single tab is hidden.
 */
export function textsOf(node: TreeNode, around: readonly string[] = []): readonly string[] {
  return textsIn(node, [node.name, node.value ?? ''], around);
}

function textsIn(node: TreeNode, known: readonly string[], around: readonly string[]): readonly string[] {
  const own = known.map((text) => text.trim()).filter((text) => text !== '');
  const reported = [...new Set(own)].filter((text) => !around.includes(text));
  const outer = own.length > 0 ? own : around;
  const below = (node.children ?? []).flatMap((child) =>
    hasState(child, 'visible') ? textsOf(child, outer) : textsIn(child, [], outer),
  );
  return [...reported, ...below];
}
