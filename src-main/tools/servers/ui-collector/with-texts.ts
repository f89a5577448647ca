import type { ElementNode } from '#contract/model/elements/element';
import { mergeSeen } from '#contract/model/elements/seen-merge';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';
import { seenControl } from '../../target/in-picture/seen-controls.ts';
import { textInPicture } from '../../target/in-picture/text-in-picture.ts';

/**
 * A window's controls and what only its picture says, as one list: a control without a name is called by the text that is read
 * in it, and a text that no control tells is one more, which can be clicked where it stands.
 */
export async function withTexts(
  context: ToolContext,
  window: WindowInfo,
  controls: readonly ElementNode[],
): Promise<{ readonly controls: readonly ElementNode[]; readonly note: string }> {
  const { lines, note } = await textInPicture(context, { kind: 'window', window: window.id });
  const told = controls.flatMap(({ bounds, name, value }, at) =>
    bounds ? [{ bounds, text: name || (value ?? ''), at }] : [],
  );
  // What stands in its frame is no part of it.
  const merged = mergeSeen(
    told,
    lines.filter(({ text }) => text !== window.title),
  );
  const named = new Map(merged.told.map(({ at, text }) => [at, text]));
  const seen = merged.besides.map(({ text, bounds }, at) =>
    seenControl(window.id, { id: String(controls.length + at + 1), name: text, type: 'Text', bounds }),
  );
  const called = controls.map((control, at) =>
    control.name === '' && !control.value ? { ...control, name: named.get(at) ?? '' } : control,
  );
  return { controls: [...called, ...seen], note };
}
