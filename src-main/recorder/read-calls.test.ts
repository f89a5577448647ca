import { describe, expect, it } from 'vitest';
import { parseRecording } from '#contract/model/recordings/recording';
import { json } from './exporters/tool-calls.ts';
import { readCalls } from './saving/import-recording.ts';
import { specRecording } from './testing/spec-recording.ts';

describe('an edited export', () => {
  const recording = parseRecording(JSON.parse(JSON.stringify(specRecording)));
  const exported = json.stringify(recording).text;

  it('is read as the original recording', () => {
    expect(readCalls(exported, recording)).toEqual({ recording, notes: [] });
  });

  it('separates copies', () => {
    const [call] = JSON.parse(exported) as unknown[];
    const { steps } = readCalls(JSON.stringify([call, call]), recording).recording;
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  });

  it.each([
    ['a comma that is missing', '[\n{}\n{}]', 3],
    ['a call without a tool', '[\n  { "tool_name": "wait", "parameters": { "seconds": 1 } },\n  {}\n]', 3],
    ['no list', '{}', 1],
  ])('reports the line: %s', (_, text, line) => {
    const read = () => readCalls(text, recording);
    expect(read).toThrow(expect.objectContaining({ data: { line } }) as Error);
  });
});
