import { z } from 'zod';
import type { ModelPicture } from '../model.ts';
import { cannot, click, drag, press, row, scroll, wait, write, type Row } from './calls.ts';
import { base64, type Call, type Dialect } from './dialect.ts';

const point = z.object({ x: z.number(), y: z.number() });
const buttons = { left: 'left', right: 'right', wheel: 'middle', back: 'back', forward: 'forward' } as const;
const held = z.array(z.string()).nullish();
const heldIn = (keys: z.output<typeof held>) => keys?.join('+');

/** Pixels of a page that a notch of the wheel is. */
const pixelsPerNotch = 100;

const acts: Readonly<Record<string, Row>> = {
  screenshot: () => [],
  click: row(
    point.extend({ button: z.enum(['left', 'right', 'wheel', 'back', 'forward']).default('left'), keys: held }),
    ({ button, keys, ...at }, seen) => click(at, seen, { button: buttons[button], held: heldIn(keys) }),
  ),
  double_click: row(point.extend({ keys: held }), ({ keys, ...at }, seen) =>
    click(at, seen, { double: true, held: heldIn(keys) }),
  ),
  drag: row(z.object({ path: z.array(point).min(2) }), ({ path }, seen) => {
    const [from, to] = [path[0], path.at(-1)];
    return from && to ? drag(from, to, seen) : [];
  }),
  type: row(z.object({ text: z.string().min(1) }), ({ text }) => write(text)),
  keypress: row(z.object({ keys: z.array(z.string()).min(1) }), ({ keys }) => press(keys)),
  scroll: row(point.extend({ scroll_x: z.number(), scroll_y: z.number() }), ({ scroll_x, scroll_y, ...at }, seen) =>
    scroll_x !== 0 && scroll_y === 0
      ? cannot('Scrolling sideways')
      : scroll(at, -Math.sign(scroll_y) * Math.ceil(Math.abs(scroll_y) / pixelsPerNotch), seen),
  ),
  wait: () => [wait(2)],
};

const check = z.looseObject({ id: z.string(), code: z.string().nullish(), message: z.string().nullish() });
const act = z.looseObject({ type: z.string() });
const computerCall = z.looseObject({
  type: z.literal('computer_call'),
  call_id: z.string(),
  action: act.nullish(),
  actions: z.array(act).nullish(),
  pending_safety_checks: z.array(check).nullish(),
});
const message = z.looseObject({
  type: z.literal('message'),
  content: z.array(z.looseObject({ text: z.string().optional(), refusal: z.string().optional() })),
});
const answer = z.object({
  output: z.array(z.union([computerCall, message, z.looseObject({ type: z.string() })])),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish(),
});

/** The preview takes one act per call, and needs the display's size. */
function toolOf(modelId: string, { width, height }: ModelPicture): object {
  if (!modelId.startsWith('computer-use-preview')) return { type: 'computer' };
  const environment = process.platform === 'win32' ? 'windows' : 'linux';
  return { type: 'computer_use_preview', display_width: width, display_height: height, environment };
}

/**
 * OpenAI's `computer` over its Responses API, and the `computer_use_preview` before it; places are pixels of the picture. Read at
 * developers.openai.com, “Computer use”. Nothing is kept at OpenAI (`store`): each request brings the thread.
 */
export const openaiDialect: Dialect = {
  acts,
  grid: ({ width, height }) => ({ width, height }),
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  request: ({ modelId, system, items, picture }) => ({
    path: '/responses',
    headers: {},
    body: {
      model: modelId,
      instructions: system,
      input: items,
      tools: [toolOf(modelId, picture)],
      truncation: 'auto',
      store: false,
      include: ['reasoning.encrypted_content'],
    },
  }),
  begin: (parts) => [
    {
      role: 'user',
      content: parts.map((part) =>
        part.type === 'text'
          ? { type: 'input_text', text: part.text }
          : { type: 'input_image', image_url: dataUrl(part), detail: 'original' },
      ),
    },
  ],
  answer: ({ items }, spoken, picture) => [
    ...items.flatMap((item) => {
      const { data } = computerCall.safeParse(item);
      if (!data) return [];
      // Only answers that a person allowed get here with checks.
      const checks = data.pending_safety_checks ?? [];
      const output = { type: 'computer_screenshot', image_url: dataUrl(picture), detail: 'original' };
      return [{ type: 'computer_call_output', call_id: data.call_id, output, acknowledged_safety_checks: checks }];
    }),
    { role: 'user', content: [{ type: 'input_text', text: spoken }] },
  ],
  read(body) {
    const { output, usage } = answer.parse(body);
    const texts = output.flatMap((item) =>
      'content' in item && Array.isArray(item.content)
        ? item.content.map((part: { text?: string; refusal?: string }) => part.text ?? part.refusal ?? '')
        : [],
    );
    return {
      text: texts.join('\n'),
      calls: output.flatMap((item) => callsIn(item)),
      items: output,
      usage: { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 },
    };
  },
};

function callsIn(item: unknown): readonly Call[] {
  const { data } = computerCall.safeParse(item);
  if (!data) return [];
  const checks = (data.pending_safety_checks ?? []).map(
    ({ code, message: spoken }) => spoken ?? code ?? 'no reason given',
  );
  const all = data.actions ?? (data.action ? [data.action] : []);
  return all.map((given) => ({ id: data.call_id, name: given.type, given, checks }));
}

function dataUrl(picture: ModelPicture): string {
  return `data:${picture.mimeType};base64,${base64(picture)}`;
}
