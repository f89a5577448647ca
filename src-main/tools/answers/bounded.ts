import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { harmless } from '#contract/foreign-text';
import { beginningWithin } from './part-of-text.ts';
import { mostTokens, withShortTexts } from './room.ts';
import { tokensIn } from './tokens.ts';

/** Tokens reserved for the note about omissions. */
const forNote = 100;

/** How to get what the final bound cut off, for any tool. */
const howToAskForIt = 'Ask for less at a time, or for a part; get_text reads a long text of the desktop part by part.';

/**
 * The text of an answer within the limit: whole lines, and a note on the rest. Tools with lists end earlier; this is the
 * fallback.
 * @param tail text to keep in any case
 */
export function boundedText(text: string, tail = ''): string {
  const whole = tail ? `${text}\n${tail}` : text;
  if (tokensIn(whole, mostTokens) < mostTokens) return whole;
  const end = beginningWithin(tail, mostTokens / 4);
  const part = beginningWithin(text, mostTokens - forNote - tokensIn(end));
  const atLine = part.lastIndexOf('\n');
  const kept = atLine > part.length / 2 ? part.slice(0, atLine) : part;
  const note = `Cut here: ${text.length - kept.length} of ${text.length} characters are left out. ${howToAskForIt}`;
  return [kept, note, end].filter(Boolean).join('\n');
}

/** How much of texts, lists and records to keep, in steps until the structure fits. */
const steps: readonly { readonly texts: number; readonly items: number; readonly fields: number }[] = [
  ...[4_000, 1_000, 300].map((texts) => ({ texts, items: Infinity, fields: Infinity })),
  ...[300, 100, 50, 25, 12, 6, 3, 1, 0].map((items) => ({ texts: 300, items, fields: Math.max(40, items) })),
];

/** Lists up to this length, such as two numbers or four sides, are not shortened. */
const shortList = 4;

/**
 * The structure of an answer within the limit, of the same shape: texts end in `…`, lists are shorter, and `note` reports it.
 * Undefined if even that is too large.
 */
export function boundedStructure(structure: Structure): Structure | undefined {
  try {
    return bounded(structure);
  } catch (error) {
    // Too deep to walk, and for any model to read.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function bounded(structure: Structure): Structure | undefined {
  if (fits(structure, mostTokens - 1)) return structure;
  const cut = smaller(structure, mostTokens - 2 * forNote);
  if (!cut) return undefined;
  const note = `Long texts are cut (…), or lists and records are not whole. ${howToAskForIt}`;
  const before = cut['note'];
  return { ...cut, note: typeof before === 'string' ? `${before}\n${note}` : note };
}

type Structure = Readonly<Record<string, unknown>>;

/** The value if it has at most this many tokens, else a smaller one of the same shape; undefined if there is none. */
export function smaller(structure: Structure, tokens: number): Structure | undefined {
  if (fits(structure, tokens)) return structure;
  for (const step of steps) {
    const cut = shortened(structure, step) as Structure;
    if (fits(cut, tokens)) return cut;
  }
  return undefined;
}

function fits(structure: Structure, tokens: number): boolean {
  return tokensIn(JSON.stringify(structure), tokens) <= tokens;
}

function shortened(value: unknown, step: (typeof steps)[number]): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = isPlace(value) ? value : value.slice(0, step.items);
    return items.map((item) => shortened(item, step));
  }
  if (typeof value !== 'object' || value === null) return withShortTexts(value, step.texts);
  const fields = Object.entries(value).slice(0, step.fields);
  return Object.fromEntries(fields.map(([key, one]) => [key, shortened(one, step)]));
}

function isPlace(list: readonly unknown[]): boolean {
  return list.length <= shortList && list.every((item) => typeof item === 'number');
}

/** Another server's answer with harmless texts; its structure is unchanged. */
export function harmlessForeign(result: CallToolResult): CallToolResult {
  return { ...result, content: result.content.map((block) => withTexts(block, harmless)) };
}

/** Another server's answer within the limit: its texts together, and its structure. Pictures and sounds are passed through. */
export function boundedForeign(result: CallToolResult): CallToolResult {
  const { structuredContent, ...rest } = result;
  const content = boundedContent(result.content);
  if (!structuredContent) return { ...rest, content };
  const structure = boundedStructure(structuredContent as Record<string, unknown>);
  if (structure) return { ...rest, content, structuredContent: structure };
  return {
    ...rest,
    content: [...content, { type: 'text', text: 'Its structured content is too large and left out.' }],
  };
}

function boundedContent(content: readonly ContentBlock[]): ContentBlock[] {
  const [only] = content;
  if (content.length === 1 && only?.type === 'text') return [{ ...only, text: boundedText(only.text) }];
  if (content.reduce((sum, block) => sum + costOf(block), 0) < mostTokens) return [...content];
  let left = mostTokens - forNote;
  const kept: ContentBlock[] = [];
  for (const block of content) {
    const room = left;
    const short = withTexts(block, (text) => beginningWithin(text, room));
    if (costOf(short) > left) continue;
    kept.push(short);
    left -= costOf(short);
  }
  const note = `Cut: texts are not whole, or left out (${kept.length} of ${content.length} parts are here). Ask that server for less at a time.`;
  return [...kept, { type: 'text', text: note }];
}

/** In tokens, with the separator to the next block. */
function costOf(block: ContentBlock): number {
  return 1 + tokensOf(block);
}

function tokensOf(block: ContentBlock): number {
  if (block.type === 'image' || block.type === 'audio') return 0;
  if (block.type === 'text') return tokensIn(block.text);
  if (block.type === 'resource_link') return tokensIn(JSON.stringify(block));
  return 'text' in block.resource ? tokensIn(block.resource.text) : 0;
}

function withTexts(block: ContentBlock, change: (text: string) => string): ContentBlock {
  if (block.type === 'text') return { ...block, text: change(block.text) };
  if (block.type !== 'resource' || !('text' in block.resource)) return block;
  return { ...block, resource: { ...block.resource, text: change(block.resource.text) } };
}
