import { annotate, type Mark } from '../../engine/picture/annotate.ts';
import { hasState, type ControlType, type ElementNode, type TreeNode } from '#contract/model/element';
import type { CaptureTarget, Picture } from '#contract/model/picture';
import { contains, formatRect, intersect, type Rect } from '#contract/model/geometry';
import { parseNumber, type Args } from '../args.ts';
import type { Command, Context } from '../command.ts';
import { writeResult } from '../files.ts';
import { table } from '../output.ts';
import { findWindow } from '../targets.ts';
import { UsageError } from '../usage-error.ts';

export const screenshot: Command = {
  name: 'screenshot',
  summary: 'Save a picture of the screen, a monitor, a window or a region.',
  usage: 'screenshot [--window WINDOW | --monitor N | --region X,Y,W,H] [--annotate] -o FILE.png',
  options: {
    window: { type: 'string', value: 'WINDOW', help: 'A window, whole even where others cover it.' },
    monitor: { type: 'string', value: 'N', help: 'A monitor, counted from 0.' },
    region: { type: 'string', value: 'X,Y,W,H', help: 'A part of the screen in physical pixels.' },
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

/** @throws UsageError where more than one is named */
async function targetOf(context: Context, args: Args): Promise<CaptureTarget> {
  const [window, region] = [args.text('window'), args.text('region')];
  const monitor = args.number('monitor', [0, 99]);
  if ([window, region, monitor].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('Use only one of --window, --monitor and --region.');
  }
  if (window !== undefined) return { kind: 'window', window: (await findWindow(context, window)).id };
  if (region !== undefined) return { kind: 'region', region: parseRegion(region) };
  return monitor === undefined ? { kind: 'screen' } : { kind: 'monitor', monitor };
}

function parseRegion(text: string): Rect {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4) throw new UsageError(`--region must be X,Y,W,H, not “${text}”.`);
  const [x = 0, y = 0, width = 0, height = 0] = parts.map((part) =>
    parseNumber(part, 'Each number of --region', [-32_768, 32_767]),
  );
  if (width < 0 || height < 0) throw new UsageError('The W and H of --region must not be negative.');
  return { x, y, width, height };
}

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
