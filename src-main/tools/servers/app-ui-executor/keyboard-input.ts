import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { ElementNode } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import { defineTool, type ToolContext } from '../../define-tool.ts';
import { ensureInFront } from '../../target/in-front.ts';
import { formatKeys, parseKeys, type KeyStroke } from '../../input/key-notation.ts';
import { isSeen } from '../../target/seen-controls.ts';
import { mask } from '#contract/model/tool-call';
import { resolveTarget } from '../../target/resolve-target.ts';
import { describeTargetInput, targetFields, type TargetInput } from '../../target/target-input.ts';
import { activate, waitForWindow } from '../../target/target-window.ts';
import { namespace } from './namespace.ts';
import { isPassword, isPasswordFocused, isPasswordTarget } from '../../target/secret-field.ts';

const input = z.object({
  ...targetFields,
  keys: z
    .string()
    .min(1)
    .max(100_000)
    .describe('Text as it is, keys in braces: {ENTER}, {TAB 2}, {F5}, {VK_CONTROL}s, {VK_SHIFT}{TAB}, {{}.'),
  control_focus: z.boolean().default(true).describe('Focus the control first; false: keys go to what has the focus.'),
  secret: z.boolean().default(false).describe('Keep the keys out of traces, logs and results.'),
});
type Input = z.output<typeof input>;

export const keyboardInput = defineTool({
  name: 'keyboard_input',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Press keys',
  description:
    'Press keys, shortcuts or type text with the keyboard in a control of a desktop window, or in the window itself when no control is given.',
  input,
  sentence: (call) => `Press ${quoted(call.keys, Infinity)} in ${describeTargetInput(call)}`,
  keys: ({ keys }) => parseKeys(keys).flatMap((stroke) => (stroke.type === 'chord' ? [stroke.keys] : [])),
  check: ({ keys }) => void parseKeys(keys),
  deadlineMs: ({ keys }) => 30_000 + keys.length * 100,
  secrets: {
    fields: ['keys'],
    async apply(context, call) {
      if (call.secret) return true;
      return takesFocus(call) ? isPasswordTarget(context, call) : isPasswordFocused(context, call);
    },
  },
  async run(context, call) {
    const strokes = parseKeys(call.keys);
    const focused = takesFocus(call) ? await focusControl(context, call) : await frontWindow(context, call);
    await press(context, focused.window, strokes);
    return { text: context.secret || focused.secret ? mask : formatKeys(strokes) };
  },
});

interface Focused {
  readonly window: WindowInfo;
  readonly secret: boolean;
}

/** With a control and `control_focus`, the control gets the keys; else, as UFO does, whatever has the focus. */
function takesFocus(call: Pick<Input, 'control_focus' | 'id' | 'selector'>): boolean {
  return call.control_focus && (Boolean(call.id) || call.selector !== undefined);
}

async function focusControl(context: ToolContext, call: TargetInput): Promise<Focused> {
  const { engine, signal } = context;
  const { window, element, at } = await resolveTarget(context, call);
  if (isSeen(element) || !(await focusItself(context, element))) {
    // As a person would.
    await ensureInFront(context, window, at);
    await engine.click({ at, button: 'left', count: 1 }, { signal });
  }
  return { window, secret: isPassword(element) };
}

/** False where it cannot be focused by itself. */
async function focusItself({ engine, signal }: ToolContext, { id }: ElementNode): Promise<boolean> {
  try {
    await engine.focusElement({ element: id }, { signal });
    return true;
  } catch (error) {
    const cannot = error instanceof AppError && ['pattern_not_supported', 'not_verified'].includes(error.code);
    if (cannot) return false;
    throw error;
  }
}

async function frontWindow(context: ToolContext, call: TargetInput): Promise<Focused> {
  const found = await waitForWindow(context, call.window, Date.now() + (call.timeout_ms ?? 0));
  return { window: await activate(context, found), secret: false };
}

async function press(context: ToolContext, window: WindowInfo, strokes: readonly KeyStroke[]): Promise<void> {
  const { engine, signal } = context;
  for (const stroke of strokes) {
    if (stroke.type === 'text') {
      const timeoutMs = 30_000 + stroke.text.length * 100;
      await engine.typeText({ text: stroke.text, window: window.id }, { signal, timeoutMs });
    } else {
      await engine.pressKeys({ keys: stroke.keys, repeat: stroke.repeat, window: window.id }, { signal });
    }
  }
}
