import { z } from 'zod';
import type { Point } from '#contract/model/geometry';
import { anthropicReply, geminiReply, openaiReply, openaiText, replyIn } from './wire.ts';

/** A scripted model's act, in no dialect. Coordinates are fractions of the window. */
export type Act =
  | { readonly does: 'click'; readonly at: Point; readonly double?: true }
  | { readonly does: 'type'; readonly text: string }
  | { readonly does: 'press'; readonly keys: readonly string[] }
  | { readonly does: 'drag'; readonly from: Point; readonly to: Point }
  | { readonly does: 'scroll'; readonly at: Point }
  | { readonly does: 'look' };

/** One answer: acts, or words alone. `check` is what the provider wants a person to allow first. */
export interface Line {
  readonly acts?: readonly Act[];
  readonly replies?: string;
  readonly check?: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How the model of that name expresses a line for a picture of the given size. */
export interface Speaker {
  readonly name: string;
  replyTo(line: Line, picture: Size): object;
}

const inPixels = ({ width, height }: Size, { x, y }: Point) => ({
  x: Math.round(x * width),
  y: Math.round(y * height),
});
const inThousands = (_: Size, { x, y }: Point) => ({ x: Math.round(x * 1_000), y: Math.round(y * 1_000) });
const pairOf = ({ x, y }: Point) => [x, y];
let ids = 0;
const nextId = () => `call-${(ids += 1)}`;

function anthropicAct(act: Act, size: Size): object {
  const at = (point: Point) => pairOf(inPixels(size, point));
  switch (act.does) {
    case 'click':
      return { action: act.double ? 'double_click' : 'left_click', coordinate: at(act.at) };
    case 'type':
      return { action: 'type', text: act.text };
    case 'press':
      return { action: 'key', text: act.keys.map((key) => xdotool[key] ?? key).join('+') };
    case 'drag':
      return { action: 'left_click_drag', start_coordinate: at(act.from), coordinate: at(act.to) };
    case 'scroll':
      return { action: 'scroll', coordinate: at(act.at), scroll_direction: 'down', scroll_amount: 3 };
    case 'look':
      return { action: 'screenshot' };
  }
}
const xdotool: Readonly<Record<string, string>> = { Enter: 'Return', Backspace: 'BackSpace' };

const anthropic = (version: string): Speaker => ({
  name: `anthropic-computer-${version}:claude`,
  replyTo({ acts = [], replies }, size) {
    const calls = acts.map((act) => {
      const { action, ...input } = anthropicAct(act, size) as { readonly action: string };
      const isMember = version === '20260801';
      return {
        type: 'tool_use',
        id: nextId(),
        name: isMember ? action : 'computer',
        input: isMember ? input : { action, ...input },
      };
    });
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'signed' };
    return anthropicReply([thinking, ...(replies === undefined ? [] : [{ type: 'text', text: replies }]), ...calls]);
  },
});

function openaiAct(act: Act, size: Size): object {
  const at = (point: Point) => inPixels(size, point);
  switch (act.does) {
    case 'click':
      return { type: act.double ? 'double_click' : 'click', ...at(act.at), ...(!act.double && { button: 'left' }) };
    case 'type':
      return { type: 'type', text: act.text };
    case 'press':
      return { type: 'keypress', keys: act.keys.map((key) => key.toUpperCase()) };
    case 'drag':
      return { type: 'drag', path: [at(act.from), at(act.to)] };
    case 'scroll':
      return { type: 'scroll', ...at(act.at), scroll_x: 0, scroll_y: 300 };
    case 'look':
      return { type: 'screenshot' };
  }
}

const openai = (model: string): Speaker => ({
  name: `openai-computer:${model}`,
  replyTo({ acts = [], replies, check }, size) {
    const about = () => ({
      type: 'computer_call',
      id: nextId(),
      call_id: nextId(),
      status: 'completed',
      pending_safety_checks: check === undefined ? [] : [{ id: 'check', code: 'sensitive', message: check }],
    });
    const given = acts.map((act) => openaiAct(act, size));
    const calls = model.includes('preview')
      ? given.map((action) => ({ ...about(), action }))
      : given.length > 0
        ? [{ ...about(), actions: given }]
        : [];
    const reasoning = { type: 'reasoning', id: 'why', summary: [], encrypted_content: 'sealed' };
    return openaiReply([reasoning, ...(replies === undefined ? [] : [openaiText(replies)]), ...calls]);
  },
});

function geminiAct(act: Act, size: Size, old: boolean): object {
  const at = (point: Point) => inThousands(size, point);
  switch (act.does) {
    case 'click':
      return { name: old ? 'click_at' : act.double ? 'double_click' : 'click', args: at(act.at) };
    case 'type':
      return { name: 'type', args: { text: act.text, intent: 'to write' } };
    case 'press':
      return old
        ? { name: 'key_combination', args: { keys: act.keys.join('+') } }
        : { name: 'hotkey', args: { keys: act.keys } };
    case 'drag': {
      const [from, to] = [at(act.from), at(act.to)];
      const args = old
        ? { ...from, destination_x: to.x, destination_y: to.y }
        : { start_x: from.x, start_y: from.y, end_x: to.x, end_y: to.y };
      return { name: 'drag_and_drop', args };
    }
    case 'scroll':
      return { name: old ? 'scroll_at' : 'scroll', args: { ...at(act.at), direction: 'down' } };
    case 'look':
      return { name: 'take_screenshot', args: {} };
  }
}

const gemini = (model: string): Speaker => ({
  name: `gemini-computer:${model}`,
  replyTo({ acts = [], replies, check }, size) {
    const decision = { safety_decision: { decision: 'require_confirmation', explanation: check } };
    const calls = acts.map((act) => {
      const { name, args } = geminiAct(act, size, model.includes('2.5')) as {
        readonly name: string;
        readonly args: object;
      };
      return { functionCall: { name, args: { ...args, ...(check !== undefined && decision) } } };
    });
    return geminiReply([...(replies === undefined ? [] : [{ text: replies }]), ...calls]);
  },
});

/** Models that answer in the form of UFO's AppAgent, each in the language of its address. */
const inForm = (name: string): Speaker & { readonly url: string } => {
  const paths: Readonly<Record<string, string>> = {
    local: '/chat/completions',
    openai: '/responses',
    anthropic: '/messages',
    gemini: ':generateContent',
  };
  const url = paths[name.split(':')[0] ?? ''] ?? '';
  return {
    name,
    url,
    replyTo: ({ acts = [], replies = '' }) => {
      const [, ending, reason] = /^(FAIL|ASK): (.*)$/.exec(replies) ?? [];
      const status = acts.length > 0 ? 'CONTINUE' : ending === 'ASK' ? 'PENDING' : (ending ?? 'FINISH');
      const answer = {
        status,
        result: reason ?? replies,
        questions: [reason ?? replies],
        action: acts.flatMap(formAct),
      };
      return JSON.parse(replyIn(url, JSON.stringify(answer))) as object;
    },
  };
};

function formAct(act: Act): readonly object[] {
  const names: Readonly<Record<string, string>> = { ctrl: '{VK_CONTROL}' };
  const call = (name: string, given: object) => [{ function: name, arguments: given, status: '' }];
  switch (act.does) {
    case 'click':
      return call('click_on_coordinates', { ...act.at, double: act.double ?? false });
    case 'type':
      return call('keyboard_input', { keys: act.text.replace(/[{}]/g, (brace) => `{${brace}}`), control_focus: false });
    case 'press':
      return call('keyboard_input', {
        keys: act.keys.map((key) => names[key] ?? (key.length > 1 ? `{${key}}` : key)).join(''),
      });
    case 'drag':
      return call('drag_on_coordinates', {
        start_x: act.from.x,
        start_y: act.from.y,
        end_x: act.to.x,
        end_y: act.to.y,
        duration: 0.1,
      });
    case 'scroll':
      return call('wheel_mouse_input', { wheel_dist: -3 });
    case 'look':
      return [];
  }
}

/** Models that use a computer, in each dialect and version. */
export const computerSpeakers: readonly Speaker[] = [
  anthropic('20250124'),
  anthropic('20251124'),
  anthropic('20260801'),
  openai('gpt-6'),
  openai('computer-use-preview'),
  gemini('gemini-3.5-flash'),
];

export const speakers: readonly Speaker[] = [
  ...['local:gpt', 'openai:gpt-5', 'anthropic:claude-opus-4-6', 'gemini:gemini-2.5-pro'].map(inForm),
  ...computerSpeakers,
];

/** Of the last picture of a request. PNG, section 11.2.1. */
export function pictureSizeIn(body: unknown): Size {
  const pictures = JSON.stringify(z.unknown().parse(body)).match(/iVBORw0KGgo[A-Za-z0-9+/=]+/g) ?? [];
  const bytes = Buffer.from(pictures.at(-1) ?? '', 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
