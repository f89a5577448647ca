import { expect, it } from 'vitest';
import { withPictureHint } from './picture-hint.ts';

const text = { type: 'text' as const, text: 'A window.' };
const image = { type: 'image' as const, data: 'iVBO', mimeType: 'image/png' };

it('tells clients that keep pictures from their model how to go on in words, and no others', () => {
  for (const client of ['nanocoder-mcp-client', 'copilot-cli']) {
    const [told, ...others] = withPictureHint({ content: [text, image] }, client).content;
    expect(told).toMatchObject({ text: expect.stringMatching(/^A window\.\n.*snapshot/) as unknown });
    expect(others).toEqual([image]);
  }
  expect(withPictureHint({ content: [text, image] }, 'claude-code').content).toEqual([text, image]);
  expect(withPictureHint({ content: [text] }, 'nanocoder-mcp-client').content).toEqual([text]);
});
