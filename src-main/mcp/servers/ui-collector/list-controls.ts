import { describeDiagnosis } from '#contract/model/diagnosis';
import { hasState, type ControlType, type ElementNode, type TreeNode } from '#contract/model/element';
import { isEmpty } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../../define-tool.ts';

/** UFO's `CONTROL_LIST` (config/ufo/system.yaml), and the types after it that a person works with as well. */
const listedTypes: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'Edit', 'TabItem', 'Document', 'ListItem', 'MenuItem', 'ScrollBar', 'TreeItem'] as const),
  ...(['Hyperlink', 'ComboBox', 'RadioButton', 'Spinner', 'CheckBox', 'Group', 'Text'] as const),
  ...(['Slider', 'SplitButton', 'DataItem', 'HeaderItem'] as const),
]);

/** UFO lists no more than this; here the caller may ask for more. */
export const defaultLimit = 500;

export interface Controls {
  readonly shown: readonly (readonly [id: string, control: ElementNode])[];
  /** What a reader of the list must know, e.g. that it is cut; undefined where all is well. */
  readonly note: string | undefined;
}

/**
 * Numbers the controls of a window in tree order and keeps them in the session under these ids: enabled, on screen, with
 * a place, and of a type one can work with.
 */
export async function listControls(context: ToolContext, window: WindowInfo, limit: number): Promise<Controls> {
  const { engine, session, signal } = context;
  const tree = await engine.tree({ window: window.id }, { signal });
  const all = [...descend(tree.root)].filter(isListed);
  const shown = all.slice(0, limit).map((control, index) => [String(index + 1), control] as const);
  session.controls = new Map(shown);
  const notes = [
    all.length > limit && `These are the first ${limit} of ${all.length} controls: ask for more with limit.`,
    tree.truncated && `The tree was cut by ${tree.truncated}: controls are missing.`,
    tree.diagnosis && describeDiagnosis(tree.diagnosis),
  ].filter((note) => typeof note === 'string');
  return { shown, note: notes.length > 0 ? notes.join('\n') : undefined };
}

function isListed(node: ElementNode): boolean {
  return (
    listedTypes.has(node.controlType) &&
    hasState(node, 'enabled') &&
    hasState(node, 'visible') &&
    !hasState(node, 'offscreen') &&
    node.bounds !== null &&
    !isEmpty(node.bounds)
  );
}

function* descend(node: TreeNode): Generator<ElementNode> {
  for (const { children, ...child } of node.children ?? []) {
    yield child;
    if (children) yield* descend({ ...child, children });
  }
}
