import { z } from 'zod';
import { cannot, click, drag, press, row, scroll, wait, write, type ClickOptions, type Row } from './calls.ts';
import { base64, type Call, type Dialect } from './dialect.ts';

const point = z.object({ x: z.number(), y: z.number() });
const clicking = (options: ClickOptions = {}) => row(point, (at, seen) => click(at, seen, options));
const keys = z.union([z.array(z.string()), z.string().transform((chord) => chord.split('+'))]);
const enter = (wanted: boolean) => (wanted ? [press(['enter'])] : []);
const ways = z.enum(['up', 'down', 'left', 'right']);

/** Pixels of the grid, or of a page, per notch of the wheel. */
const pixelsPerNotch = 100;

function wheel(
  at: z.output<typeof point> | undefined,
  way: z.output<typeof ways>,
  size: number,
  seen: Parameters<Row>[1],
) {
  if (way === 'left' || way === 'right') cannot('Scrolling sideways');
  return scroll(at, (way === 'up' ? 1 : -1) * Math.max(1, Math.round(size / pixelsPerNotch)), seen);
}

const acts: Readonly<Record<string, Row>> = {
  // Of Gemini 3.5 and later, in the environment of a desktop.
  take_screenshot: () => [],
  click: clicking(),
  double_click: clicking({ double: true }),
  middle_click: clicking({ button: 'middle' }),
  right_click: clicking({ button: 'right' }),
  type: row(z.object({ text: z.string().min(1), press_enter: z.boolean().default(false) }), (given) => [
    write(given.text),
    ...enter(given.press_enter),
  ]),
  press_key: row(z.object({ key: z.string() }), ({ key }) => press(key.split('+'))),
  hotkey: row(z.object({ keys }), (given) => press(given.keys)),
  scroll: row(
    point.extend({ direction: ways, magnitude_in_pixels: z.number().default(300) }),
    ({ direction, magnitude_in_pixels: size, ...at }, seen) => wheel(at, direction, size, seen),
  ),
  wait: row(z.object({ seconds: z.number().positive().max(100).default(1) }), ({ seconds }) => wait(seconds)),
  drag_and_drop: row(
    z.union([
      z
        .object({ start_x: z.number(), start_y: z.number(), end_x: z.number(), end_y: z.number() })
        .transform((given) => [
          { x: given.start_x, y: given.start_y },
          { x: given.end_x, y: given.end_y },
        ]),
      point
        .extend({ destination_x: z.number(), destination_y: z.number() })
        .transform(({ x, y, destination_x, destination_y }) => [
          { x, y },
          { x: destination_x, y: destination_y },
        ]),
    ]),
    ([from, to], seen) => (from && to ? drag(from, to, seen) : []),
  ),
  // Of gemini-2.5-computer-use, which knows no desktop but a browser.
  wait_5_seconds: () => [wait(5)],
  click_at: clicking(),
  type_text_at: row(
    point.extend({
      text: z.string().min(1),
      press_enter: z.boolean().default(true),
      clear_before_typing: z.boolean().default(true),
    }),
    ({ text, press_enter: wanted, clear_before_typing: clear, ...at }, seen) => [
      click(at, seen),
      ...(clear ? [press(['ctrl', 'a']), press(['backspace'])] : []),
      write(text),
      ...enter(wanted),
    ],
  ),
  key_combination: row(z.object({ keys }), (given) => press(given.keys)),
  scroll_document: row(z.object({ direction: ways }), ({ direction }, seen) => wheel(undefined, direction, 500, seen)),
  scroll_at: row(
    point.extend({ direction: ways, magnitude: z.number().default(800) }),
    ({ direction, magnitude, ...at }, seen) => wheel(at, direction, magnitude, seen),
  ),
};

const safety = z.object({
  safety_decision: z.object({ decision: z.string(), explanation: z.string().default('no reason given') }),
});
const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z.looseObject({ id: z.string().optional(), name: z.string(), args: z.unknown() }).optional(),
});
const answer = z.object({
  candidates: z.tuple([z.object({ content: z.object({ parts: z.array(part) }) })]).rest(z.unknown()),
  usageMetadata: z
    .object({ promptTokenCount: z.number().default(0), candidatesTokenCount: z.number().default(0) })
    .nullish(),
});

/** Browser acts: a window on a desktop supports none of them. */
const browsers = ['open_web_browser', 'search', 'navigate', 'go_back', 'go_forward', 'hover_at'];

function toolOf(modelId: string): object {
  if (!modelId.includes('2.5')) return { environment: 'ENVIRONMENT_DESKTOP' };
  return { environment: 'ENVIRONMENT_BROWSER', excludedPredefinedFunctions: browsers };
}

/**
 * Gemini's computer use over generateContent; places go from 0 to 1,000 across the picture, whatever its size. Read at
 * ai.google.dev, “Computer Use”.
 */
export const geminiDialect: Dialect = {
  acts,
  grid: () => ({ width: 1_000, height: 1_000 }),
  keyHeader: (key) => ({ 'x-goog-api-key': key }),
  request: ({ modelId, system, items }) => ({
    path: `/models/${encodeURIComponent(modelId)}:generateContent`,
    headers: {},
    body: {
      systemInstruction: { parts: [{ text: system }] },
      contents: items,
      tools: [{ computerUse: toolOf(modelId) }],
    },
  }),
  begin: (parts) => [
    {
      role: 'user',
      parts: parts.map((one) =>
        one.type === 'text' ? { text: one.text } : { inlineData: { mimeType: one.mimeType, data: base64(one) } },
      ),
    },
  ],
  answer: ({ calls }, spoken, picture) => [
    {
      role: 'user',
      parts: calls.map(({ id, name, checks }, index) => ({
        functionResponse: {
          ...(id !== '' && { id }),
          name,
          response: {
            result: index < calls.length - 1 ? 'See the last result.' : spoken,
            // Only answers that a person allowed get here with checks.
            ...(checks.length > 0 && { safety_acknowledgement: true }),
          },
          ...(index === calls.length - 1 && {
            parts: [{ inlineData: { mimeType: picture.mimeType, data: base64(picture) } }],
          }),
        },
      })),
    },
  ],
  read(body) {
    const { candidates, usageMetadata: usage } = answer.parse(body);
    const { parts } = candidates[0].content;
    const spoken = parts.flatMap(({ text, thought }) => (text !== undefined && thought !== true ? [text] : []));
    return {
      text: spoken.join('\n'),
      calls: parts.flatMap(({ functionCall }) => (functionCall ? [callOf(functionCall)] : [])),
      items: [{ role: 'model', parts }],
      usage: { inputTokens: usage?.promptTokenCount ?? 0, outputTokens: usage?.candidatesTokenCount ?? 0 },
    };
  },
};

function callOf({
  id = '',
  name,
  args = {},
}: {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args?: unknown;
}): Call {
  const { data } = safety.safeParse(args);
  const asks = data && data.safety_decision.decision.includes('confirm');
  return { id, name, given: args, checks: asks ? [data.safety_decision.explanation] : [] };
}
