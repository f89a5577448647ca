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

/** UFO lists no more than this, and the rest is lost; here the caller may ask for more, or for the next ones. */
export const defaultLimit = 500;

export interface Page {
  /** How many come before the first one shown. */
  readonly offset: number;
  readonly limit: number;
}
export const firstPage: Page = { offset: 0, limit: defaultLimit };

export interface Controls {
  readonly shown: readonly (readonly [id: string, control: ElementNode])[];
  /** What a reader of the list must know, e.g. that it is cut; undefined where all is well. */
  readonly note: string | undefined;
}

/**
 * Numbers the controls of a window in tree order and keeps all of them in the session under these ids, whichever are
 * shown: enabled, on screen, with a place, and of a type one can work with.
 */
export async function listControls(
  context: ToolContext,
  window: WindowInfo,
  { offset, limit }: Page,
): Promise<Controls> {
  const { engine, session, signal } = context;
  const tree = await engine.tree({ window: window.id }, { signal });
  const all = [...descend(tree.root)].filter(isListed);
  const numbered = all.map((control, index) => [String(index + 1), control] as const);
  const shown = numbered.slice(offset, offset + limit);
  session.controls = new Map(numbered);
  const notes = [
    shown.length < all.length && pageNote(shown.length, all.length, offset),
    tree.truncated && `The tree was cut by ${tree.truncated}: controls are missing.`,
    tree.diagnosis && describeDiagnosis(tree.diagnosis),
  ].filter((note) => typeof note === 'string');
  return { shown, note: notes.length > 0 ? notes.join('\n') : undefined };
}

function pageNote(shown: number, all: number, offset: number): string {
  if (shown === 0) return `There are ${all} controls, none of them after the first ${offset}.`;
  const next = offset + shown;
  const more = next < all ? `: the next ones come with offset ${next}` : '';
  return `These are the controls ${offset + 1} to ${next} of ${all}${more}.`;
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
