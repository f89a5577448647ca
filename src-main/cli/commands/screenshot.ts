import { annotate, type Mark } from '../../engine/picture/annotate.ts';
import { hasState, type ControlType, type ElementNode, type TreeNode } from '#contract/model/element';
import type { Picture } from '#contract/model/picture';
import { contains, formatRect, intersect } from '#contract/model/geometry';
import type { Command, Context } from '../command.ts';
import { writeResult } from '../files.ts';
import { table } from '../output.ts';
import { targetOf, targetOptions } from '../picture-target.ts';
import { UsageError } from '../usage-error.ts';

export const screenshot: Command = {
  name: 'screenshot',
  summary: 'Save a picture of the screen, a monitor, a window or a region.',
  usage: 'screenshot [--window WINDOW | --monitor N | --region X,Y,W,H] [--annotate] -o FILE.png',
  options: {
    ...targetOptions,
    annotate: { type: 'boolean', help: 'Number what can be clicked or typed in, and list it. Needs --window.' },
    output: { type: 'string', short: 'o', value: 'FILE.png', help: 'Where to save it.' },
  },
  positionals: [0, 0],
  async run(context, args) {
    const output = args.required('output', '-o FILE.png');
    if (args.flag('annotate') && !args.text('window')) throw new UsageError('--annotate needs --window.');
    const target = await targetOf(context, args);
    const { engine } = context.services();
    const picture = await engine.capture({ target }, { signal: context.signal });
    const marked =
      target.kind === 'window' && args.flag('annotate') ? await marksOf(context, target.window, picture) : [];
    const png = marked.length > 0 ? await annotate(picture, marked) : picture.bytes;
    await writeResult(output, png);
    const marks = marked.map(({ label, node }) => ({
      label,
      id: node.id,
      controlType: node.controlType,
      name: node.name,
      bounds: node.bounds,
    }));
    const rows = marks.map((mark) => [String(mark.label), mark.controlType, mark.name, mark.id]);
    const saved = `Saved ${output} (${formatRect(picture.bounds)}).`;
    return {
      data: { file: output, bounds: picture.bounds, scale: picture.scale, ...(args.flag('annotate') && { marks }) },
      text: rows.length > 0 ? `${saved}\n${table(['MARK', 'TYPE', 'NAME', 'ELEMENT'], rows, context.paint)}` : saved,
    };
  },
};

const interactive = new Set<ControlType>([
  ...([
    'Button',
    'CheckBox',
    'ComboBox',
    'Edit',
    'Hyperlink',
    'ListItem',
    'MenuItem',
    'RadioButton',
    'Slider',
  ] as const),
  ...(['Spinner', 'SplitButton', 'TabItem', 'TreeItem', 'DataItem', 'HeaderItem', 'Document'] as const),
]);

/** What can be clicked or typed in and is seen in the picture, in tree order. */
async function marksOf(
  { services, signal }: Context,
  window: string,
  picture: Picture,
): Promise<readonly (Mark & { readonly node: ElementNode })[]> {
  const { root } = await services().engine.tree({ window }, { signal });
  return [...descendants(root)]
    .filter((node) => interactive.has(node.controlType) && hasState(node, 'visible') && !hasState(node, 'offscreen'))
    .flatMap((node) => {
      const bounds = node.bounds && intersect(node.bounds, picture.bounds);
      return bounds && contains(picture.bounds, bounds) ? [{ node, bounds }] : [];
    })
    .map(({ node, bounds }, index) => ({ label: index + 1, bounds, node }));
}

function* descendants(node: TreeNode): Generator<TreeNode> {
  for (const child of node.children ?? []) {
    yield child;
    yield* descendants(child);
  }
}
