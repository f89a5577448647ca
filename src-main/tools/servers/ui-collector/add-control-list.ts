import { z } from 'zod';
import { AppError } from '#contract/errors';
import { defineTool } from '../../define-tool.ts';
import { seenControl } from '../../target/in-picture/seen-controls.ts';
import { namespace, nothingSelected } from './namespace.ts';

/** UFO's `TargetInfo`, with missing fields filled in. */
const seen = z.object({
  id: z.string().min(1).optional(),
  name: z.string().default(''),
  type: z.string().default('Button'),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
});

/** Each is parsed separately: entries that are no control are skipped. */
const anyControl = z.unknown().meta({
  type: 'object',
  description:
    'rect: [left, top, right, bottom] in physical screen pixels; name; type: its control type; id: the next number by default, one that is taken is replaced.',
});

export const addControlList = defineTool({
  name: 'add_control_list',
  namespace,
  type: 'data_collection',
  // Its controls decide what later calls press.
  effect: 'act',
  destructive: false,
  sentence: ({ control_list: list }) => `Name ${list.length} places that it may act on later`,
  title: 'Add controls seen in a picture',
  description:
    'Add controls that were found in a picture to the listed ones, so that click_input and the other actions take their ids. They belong to the selected window and are places only: nobody can say later whether they are still there.',
  input: z.object({ control_list: z.array(anyControl).max(5_000) }),
  run({ session }, { control_list: list }) {
    const window = session.selected;
    if (!window) throw new AppError('window_not_found', nothingSelected.replace('，', ','));
    if (list.length === 0) return Promise.resolve({ text: 'No controls to add.' });
    const controls = new Map(session.controls);
    const added: string[] = [];
    for (const one of list) {
      const parsed = seen.safeParse(one);
      if (!parsed.success || !parsed.data.rect) continue;
      const { rect, name, type, id = nextId([...controls.keys()]) } = parsed.data;
      const [x, y, right, bottom] = rect.map(Math.round) as [number, number, number, number];
      if (right <= x || bottom <= y) continue;
      controls.set(
        id,
        seenControl(window.id, { id, name, type, bounds: { x, y, width: right - x, height: bottom - y } }),
      );
      added.push(id);
    }
    session.controls = controls;
    const skipped = list.length - added.length;
    const text = [
      `Successfully added ${added.length} controls to control dictionary.`,
      skipped > 0 && `Skipped ${skipped} invalid controls.`,
      added.length > 0 && `Added IDs: ${added.join(', ')}`,
    ];
    return Promise.resolve({ text: text.filter(Boolean).join(' ') });
  },
});

/** One more than the largest number among the ids. */
function nextId(ids: readonly string[]): string {
  const numbers = ids.map(Number).filter((id) => Number.isSafeInteger(id));
  return String(Math.max(0, ...numbers) + 1);
}
