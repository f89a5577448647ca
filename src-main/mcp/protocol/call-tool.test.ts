import { expect, it } from 'vitest';
import { withPictureHint, clientTimeoutMs } from './call-tool.ts';

const text = { type: 'text' as const, text: 'A window.' };
const image = { type: 'image' as const, data: 'iVBO', mimeType: 'image/png' };

it('reports clients that keep pictures from their model how to go on in words, and no others', () => {
  for (const client of ['nanocoder-mcp-client', 'copilot-cli']) {
    const [reported, ...others] = withPictureHint({ content: [text, image] }, client).content;
    expect(reported).toMatchObject({ text: expect.stringMatching(/^A window\.\n.*snapshot/) as unknown });
    expect(others).toEqual([image]);
  }
  expect(withPictureHint({ content: [text, image] }, 'claude-code').content).toEqual([text, image]);
  expect(withPictureHint({ content: [text] }, 'nanocoder-mcp-client').content).toEqual([text]);
});

it.each([
  ['codex-mcp-client', 298, 298],
  ['claude-code', 298, 298],
  ['gemini-cli-mcp-client-desk', 298, 298],
  ['github-copilot-developer', 178, 298],
  ['opencode', 58, 298],
  ['continue-cli-client', 58, 58],
  ['something new', 58, 58],
])('%s waits %d s, and %d s where it learns of progress', (name, silent, hearing) => {
  expect([clientTimeoutMs(name, false), clientTimeoutMs(name, true)]).toEqual([silent * 1_000, hearing * 1_000]);
});
