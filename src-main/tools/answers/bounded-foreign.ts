import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { harmless } from '#contract/foreign-text';
import { boundedStructure, boundedText } from './bounded.ts';
import { beginningWithin } from './part-of-text.ts';
import { mostTokens } from './room.ts';
import { tokensIn } from './tokens.ts';

/** Another server's answer with texts that do nothing; its structure stays exact. */
export function harmlessForeign(result: CallToolResult): CallToolResult {
  return { ...result, content: result.content.map((block) => withTexts(block, harmless)) };
}

/** Kept free for saying what was cut. */
const forNote = 100;

/**
 * Another server's answer, small enough for a model: its texts together, and its structure. Pictures and sounds are
 * handed on as they are.
 */
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

/** In tokens, with what parts it from the next. */
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
