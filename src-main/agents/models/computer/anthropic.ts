import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { ModelPicture } from '../model.ts';
import { cannot, click, drag, pair, press, row, scroll, wait, write, type Row, type Seen } from './calls.ts';
import { base64, type Dialect } from './dialect.ts';

const place = z.object({ coordinate: pair, text: z.string().nullish() });
const clicking = (button: 'left' | 'right' | 'middle', double = false) =>
  row(place, ({ coordinate, text }, seen) => click(coordinate, seen, { button, double, held: text }));
const look: Row = () => [];
const notches = { up: 1, down: -1 } as const;

const acts: Readonly<Record<string, Row>> = {
  screenshot: look,
  left_click: clicking('left'),
  right_click: clicking('right'),
  middle_click: clicking('middle'),
  double_click: clicking('left', true),
  left_click_drag: row(z.object({ start_coordinate: pair, coordinate: pair }), (given, seen) =>
    drag(given.start_coordinate, given.coordinate, seen),
  ),
  type: row(z.object({ text: z.string().min(1) }), ({ text }) => write(text)),
  key: row(z.object({ text: z.string(), repeat: z.number().int().min(1).max(100).nullish() }), ({ text, repeat }) =>
    text.split(/\s+/).map((chord) => press(chord.split('+'), repeat ?? 1)),
  ),
  scroll: row(
    z.object({
      coordinate: pair.optional(),
      scroll_direction: z.enum(['up', 'down', 'left', 'right']),
      scroll_amount: z.number().int().min(0).max(1_000),
    }),
    ({ coordinate, scroll_direction: way, scroll_amount: amount }, seen) =>
      way === 'up' || way === 'down' ? scroll(coordinate, notches[way] * amount, seen) : cannot('Scrolling sideways'),
  ),
  wait: row(z.object({ duration: z.number().positive().max(100) }), ({ duration }) => wait(duration)),
};

const answer = z.object({
  content: z.array(
    z.union([
      z.looseObject({ type: z.literal('text'), text: z.string() }),
      z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
      z.looseObject({ type: z.string() }),
    ]),
  ),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
});

interface Version {
  readonly beta?: string;
  readonly tool: (picture: ModelPicture) => object;
}

const named = (type: string, beta: string): Version => ({
  beta,
  tool: ({ width, height }) => ({ type, name: 'computer', display_width_px: width, display_height_px: height }),
});

/** Tools of the toolset that we do not offer. */
const withoutThese = ['cursor_position', 'mouse_move', 'left_mouse_down', 'left_mouse_up', 'hold_key', 'triple_click'];
const switchedOff = Object.fromEntries([...withoutThese, 'zoom'].map((name) => [name, { enabled: false }]));

/** By the date in their names, the newest first. */
const versions: Readonly<Record<string, Version>> = {
  '20260801': { tool: () => ({ type: 'computer_toolset_20260801', configs: switchedOff }) },
  '20251124': named('computer_20251124', 'computer-use-2025-11-24'),
  '20250124': named('computer_20250124', 'computer-use-2025-01-24'),
};

/**
 * Which version a model speaks, as “Computer use tool” and the migration guides of platform.claude.com had it in November
 * 2026: the toolset from Claude 5 on, `computer_20251124` for Opus 4.5 to 4.7 and Sonnet 4.6, `computer_20250124` before.
 */
export function anthropicVersionOf(modelId: string): string {
  if (/-[5-9](\b|[.-])/.test(modelId.replace(/-\d{8}$/, '')) && !/-4-[5-9]/.test(modelId)) return '20260801';
  return /(opus-4-[5-9]|sonnet-4-[6-9])/.test(modelId) ? '20251124' : '20250124';
}

/**
 * Anthropic's computer tools over its Messages API; places are pixels of the picture. Read at platform.claude.com.
 * @throws AppError `invalid_parameter` for a version that there is not
 */
export function anthropicDialect(version: string): Dialect {
  const { beta, tool } = versionNamed(version);
  return {
    acts,
    grid: ({ width, height }: ModelPicture): Seen['grid'] => ({ width, height }),
    keyHeader: (key) => ({ 'x-api-key': key }),
    request: ({ modelId, system, items, picture }) => ({
      path: '/messages',
      headers: { 'anthropic-version': '2023-06-01', ...(beta && { 'anthropic-beta': beta }) },
      body: { model: modelId, max_tokens: 4_096, system, tools: [tool(picture)], messages: items },
    }),
    begin: (parts) => [
      { role: 'user', content: parts.map((part) => (part.type === 'text' ? textBlock(part.text) : imageBlock(part))) },
    ],
    answer: ({ calls }, spoken, picture) => [
      {
        role: 'user',
        content: calls.map(({ id }, index) => ({
          type: 'tool_result',
          tool_use_id: id,
          content:
            index < calls.length - 1 ? [textBlock('See the last result.')] : [textBlock(spoken), imageBlock(picture)],
        })),
      },
    ],
    read(body) {
      const { content, usage } = answer.parse(body);
      const texts = content.flatMap((block) => ('text' in block ? [String(block.text)] : []));
      const calls = content.flatMap((block) =>
        'input' in block && block.type === 'tool_use'
          ? [callIn(String(block.id), String(block.name), block.input)]
          : [],
      );
      return {
        text: texts.join('\n'),
        calls,
        items: [{ role: 'assistant', content }],
        usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
      };
    },
  };
}

function versionNamed(name: string): Version {
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  if (version) return version;
  throw new AppError('invalid_parameter', `Anthropic's computer tools have no version ${name}.`, {
    hint: `There are ${Object.keys(versions).join(', ')}.`,
  });
}

const action = z.object({ action: z.string() });

/** A tool reports in its input what to do; the members of the toolset report it by their names. */
function callIn(id: string, name: string, given: unknown) {
  const read = action.safeParse(given);
  return { id, name: read.success ? read.data.action : name, given, checks: [] };
}

function textBlock(text: string) {
  return { type: 'text', text };
}

function imageBlock(picture: ModelPicture) {
  return { type: 'image', source: { type: 'base64', media_type: picture.mimeType, data: base64(picture) } };
}
