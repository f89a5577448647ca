import { describe, expect, it } from 'vitest';
import { AppError, toWire } from '#contract/errors';
import { toCallToolResult } from './result.ts';
import type { ToolResult } from '../../tools/define-tool.ts';

const done = (result: ToolResult) => toCallToolResult({ ok: true, elapsedMs: 1, result });

describe('a result', () => {
  it('reports everything in the text and again in the data', () => {
    expect(done({ text: '["a"]', data: ['a'], note: 'Cut.' })).toEqual({
      content: [{ type: 'text', text: '["a"]\nCut.' }],
      structuredContent: { result: ['a'], note: 'Cut.' },
    });
    expect(done({ text: '{"a":1}', data: { a: 1 } }).structuredContent).toEqual({ a: 1 });
    expect(done({ text: 'done' })).toEqual({ content: [{ type: 'text', text: 'done' }] });
  });

  it('that programs parse is JSON alone, with its note beside it', () => {
    expect(done({ text: '["a"]', data: ['a'], note: 'Cut.', jsonAlone: true })).toEqual({
      content: [
        { type: 'text', text: '["a"]' },
        { type: 'text', text: 'Cut.' },
      ],
      structuredContent: { result: ['a'], note: 'Cut.' },
    });
    expect(done({ text: '["a"]', data: ['a'], jsonAlone: true }).content).toEqual([{ type: 'text', text: '["a"]' }]);
  });

  it('of another server is as it was, with what the caller must know beside it', () => {
    const content = [{ type: 'text' as const, text: 'theirs' }];
    const foreign = { content, structuredContent: { a: 1 } };
    expect(done({ text: '', foreign })).toEqual(foreign);
    expect(done({ text: '', foreign, note: 'The user changed this call.' })).toEqual({
      content: [...content, { type: 'text', text: 'The user changed this call.' }],
      structuredContent: { a: 1 },
    });
  });

  it('with a picture has no data: some clients would drop the picture', () => {
    const bytes = new Uint8Array([0, 137, 80, 78]).subarray(1);
    expect(done({ text: 'A screen.', data: { a: 1 }, image: { mimeType: 'image/png', bytes } })).toEqual({
      content: [
        { type: 'text', text: 'A screen.' },
        { type: 'image', data: 'iVBO', mimeType: 'image/png' },
      ],
    });
  });
});

it('an error reports the same in text and data: message, hint, code, delivery', () => {
  const error = toWire(
    new AppError('element_not_found', 'No element matches id="x".', { delivery: 'not_delivered', data: { a: 1 } }),
  );
  const result = toCallToolResult({ ok: false, elapsedMs: 1, error });
  expect(result.isError).toBe(true);
  expect(result.content).toEqual([
    {
      type: 'text',
      text: 'No element matches id="x".\nCheck the current tree, or use a longer timeout.\n(element_not_found, not delivered)',
    },
  ]);
  expect(result.structuredContent).toEqual({ ok: false, error });
});
