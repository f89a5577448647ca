import { emptyRecording } from '../../src-main/recorder/editing/edit.ts';
import { parseRecording } from '../../src-preload/contract/model/recordings/recording.ts';
import { texts, timeoutMs, type Act } from './acts.ts';
import { clicked, endsWith } from './done.ts';
import type { Line, Look } from './look.ts';
import type { Random } from './random.ts';
import type { Item } from './scene.ts';
import type { Door } from './server.ts';

const recordable = new Set<Item['kind']>(['button', 'check', 'link', 'pad', 'field']);

/**
 * A click or a text as recorded, with the selectors that Deskscope offers for the element: repeated by `deskscope
 * replay`, or by the call of an exported script. Null if it offers none.
 */
export async function recordedAct(
  random: Random,
  door: Door,
  look: Look,
  { line, item }: { readonly line: Line; readonly item: Item },
): Promise<Act | null> {
  if (!recordable.has(item.kind) || !line.place) return null;
  const selectors = await selectorsOf(door, line);
  const [first, ...others] = selectors.map(({ selector }) => selector);
  if (first === undefined) return null;
  const text = random.of(texts);
  const isText = item.kind === 'field';
  const common = {
    kind: isText ? 'type' : 'click',
    item,
    line,
    did: isText ? endsWith('text', text) : clicked(item.kind),
    alsoOn: [],
  };
  const { x, y, w: width, h: height } = line.place;
  const at = { x: Math.round(width / 2), y: Math.round(height / 2) };
  const window = { app: look.app, title: 'Scene' };
  if (random.chance(0.4)) {
    const named = { window, selector: first, alternatives: others, timeout_ms: timeoutMs };
    const tool = isText ? 'step_set_text' : 'step_click';
    const input = { ...named, ...(isText ? { text } : { at, size: { width, height } }) };
    const callText = `${tool} ${JSON.stringify(input)}`;
    return { ...common, by: 'script', callText, call: (to) => to.step(tool, input) };
  }
  const action = isText ? { type: 'setText', text } : { type: 'click', button: 'left', count: 1, modifiers: [], at };
  const target = { controlType: line.controlType, name: line.name, bounds: { x, y, width, height }, selectors };
  const recording = parseRecording({
    ...emptyRecording('linux', '2026-01-01T00:00:00.000Z', 'One act'),
    steps: [{ id: 'act', at: 0, enabled: true, window, action, target }],
  });
  const callText = `replay ${JSON.stringify({ action, target })}`;
  return { ...common, by: 'replay', callText, call: (to) => to.replay(recording) };
}

async function selectorsOf(door: Door, { ref }: Line) {
  const { ok, text } = await door.call('get_selectors', { element: ref });
  const lines = ok ? [...text.matchAll(/^([A-E]) (\w+): (.*)$/gm)] : [];
  return lines.map(([, grade, kind, selector = '']) => ({ selector, kind, grade, matchCount: 1, elapsedMs: 1 }));
}
