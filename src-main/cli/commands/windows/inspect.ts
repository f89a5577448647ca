import { AppError } from '#contract/errors';
import { describeDiagnosis } from '#contract/model/diagnosis';
import { treeViews, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import { parseNumber } from '../../args.ts';
import type { Command } from '../../command.ts';
import { elementLine, windowTable } from '../../output/element-text.ts';
import { findWindow } from '../../targets/targets.ts';

export const tree: Command = {
  name: 'tree',
  summary: 'Show the elements of a window.',
  usage: 'tree WINDOW [--depth N] [--view raw|control|content] [--compact]',
  options: {
    depth: { type: 'string', value: 'N', help: 'Maximum tree depth; default: the whole tree.' },
    view: {
      type: 'string',
      value: 'VIEW',
      help: 'raw: everything (default); control: what can be used; content: what says something.',
    },
    compact: { type: 'boolean', help: 'Only types and names.' },
  },
  positionals: [1, 1],
  looks: () => 'elements',
  async run(context, args) {
    const view = args.choice('view', treeViews) ?? 'raw';
    const depth = args.number('depth', [1, 200]);
    const window = await findWindow(context, args.at(0));
    const engine = context.engine();
    const read = { window: window.id, view, ...(depth !== undefined && { depth }) };
    const snapshot = await engine.tree(read, { signal: context.signal });
    const { root } = snapshot;
    const notes = [
      snapshot.truncated && `Nodes are missing: the limit of ${snapshot.truncated} was reached.`,
      snapshot.diagnosis && describeDiagnosis(snapshot.diagnosis),
    ];
    const lines = treeLines(root, (node) => elementLine(node, context.paint, { short: args.flag('compact') }));
    return {
      data: { ...snapshot, root: args.flag('compact') ? compact(root) : root },
      text: [...lines, ...notes.filter((note) => note !== null).map((note) => context.paint('yellow', note))].join(
        '\n',
      ),
    };
  },
};

export const at: Command = {
  name: 'at',
  summary: 'Show the element under a pixel of the screen, with its ancestors.',
  usage: 'at X Y',
  options: {},
  positionals: [2, 2],
  looks: () => 'elements',
  async run({ engine, signal, paint }, args) {
    const range = [-32_768, 32_767] as const;
    const place = { x: parseNumber(args.at(0), 'X', range), y: parseNumber(args.at(1), 'Y', range) };
    const hit = await engine().elementAt(place, { signal });
    if (!hit) throw new AppError('element_not_found', `There is no window at ${place.x}, ${place.y}.`);
    const { element, ancestors, window } = hit;
    const path: readonly ElementNode[] = [...ancestors, element];
    const lines = path.map((node, index) => '  '.repeat(index) + elementLine(node, paint));
    return {
      data: { element, ancestors, window },
      text: [windowTable([window], paint), '', ...lines, '', element.id].join('\n'),
    };
  },
};

function treeLines(node: TreeNode, describe: (node: TreeNode) => string, depth = 0): string[] {
  const below = (node.children ?? []).flatMap((child) => treeLines(child, describe, depth + 1));
  return ['  '.repeat(depth) + describe(node), ...below];
}

interface CompactNode {
  readonly id: string;
  readonly controlType: string;
  readonly name: string;
  readonly children?: readonly CompactNode[];
}

function compact({ id, controlType, name, children }: TreeNode): CompactNode {
  return { id, controlType, name, ...(children && children.length > 0 && { children: children.map(compact) }) };
}
