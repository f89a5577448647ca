import { describeDiagnosis } from '#contract/model/diagnosis';
import { hasState, type ControlType, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import { isEmpty } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { mergeSeen } from '#contract/model/elements/seen-merge';
import { lines } from '../../answers/page.ts';
import type { ToolContext } from '../../define-tool.ts';
import { seenControl, textInPicture } from '../../target/in-picture/seen-controls.ts';

/** UFO's `CONTROL_LIST` (config/ufo/system.yaml), followed by other types that users operate. */
const listedTypes: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'Edit', 'TabItem', 'Document', 'ListItem', 'MenuItem', 'ScrollBar', 'TreeItem'] as const),
  ...(['Hyperlink', 'ComboBox', 'RadioButton', 'Spinner', 'CheckBox', 'Group', 'Text'] as const),
  ...(['Slider', 'SplitButton', 'DataItem', 'HeaderItem'] as const),
]);

/** UFO lists no more than this, and drops the rest; here the caller may request more, or the next page. */
export const defaultLimit = 500;

export type Listed = readonly [id: string, control: ElementNode];

export interface Controls {
  readonly all: readonly Listed[];
  /** Information about the list, e.g. that elements were not read; undefined if there is none. */
  readonly note: string | undefined;
}

/**
 * Numbers the controls of a window in tree order and keeps them in the session under these ids: enabled, on screen, with bounds,
 * and of an operable type.
 * @param readText whether to append texts that only the picture shows
 */
export async function listControls(context: ToolContext, window: WindowInfo, readText = false): Promise<Controls> {
  const { engine, session, signal } = context;
  const tree = await engine.tree({ window: window.id }, { signal });
  const reported = [...descend(tree.root)].filter(isListed);
  const read = readText ? await withTexts(context, window, reported) : { controls: reported, note: '' };
  const all = read.controls.map((control, index) => [String(index + 1), control] as const);
  session.controls = new Map(all);
  const note = lines(
    tree.truncated && `The tree was cut by ${tree.truncated}: controls are missing.`,
    tree.diagnosis && describeDiagnosis(tree.diagnosis),
    read.note,
  );
  return { all, note };
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

/**
 * A window's controls and the text of its picture as one list: an unnamed control gets the text read in it, and a text outside
 * controls becomes an item that can be clicked at its position.
 */
async function withTexts(
  context: ToolContext,
  window: WindowInfo,
  controls: readonly ElementNode[],
): Promise<{ readonly controls: readonly ElementNode[]; readonly note: string }> {
  const { lines, note } = await textInPicture(context, { kind: 'window', window: window.id });
  const reported = controls.flatMap(({ bounds, name, value }, at) =>
    bounds ? [{ bounds, text: name || (value ?? ''), at }] : [],
  );
  // Text in its frame is not part of it.
  const merged = mergeSeen(
    reported,
    lines.filter(({ text }) => text !== window.title),
  );
  const named = new Map(merged.reported.map(({ at, text }) => [at, text]));
  const seen = merged.besides.map(({ text, bounds }, at) =>
    seenControl(window.id, { id: String(controls.length + at + 1), name: text, type: 'Text', bounds }),
  );
  const called = controls.map((control, at) =>
    control.name === '' && !control.value ? { ...control, name: named.get(at) ?? '' } : control,
  );
  return { controls: [...called, ...seen], note };
}
