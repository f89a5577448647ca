import { expect, it } from 'vitest';
import { patienceOf } from './client-patience.ts';

it.each([
  ['codex-mcp-client', 298, 298],
  ['claude-code', 298, 298],
  ['gemini-cli-mcp-client-desk', 298, 298],
  ['github-copilot-developer', 178, 298],
  ['opencode', 58, 298],
  ['continue-cli-client', 58, 58],
  ['something new', 58, 58],
])('%s waits %d s, and %d s where it hears of progress', (name, silent, hearing) => {
  expect([patienceOf(name, false), patienceOf(name, true)]).toEqual([silent * 1_000, hearing * 1_000]);
});
