import { expect, it } from 'vitest';
import { json, ufoJson } from '../exporters/tool-calls.ts';
import { specRecording } from '../testing/spec-recording.ts';
import { callsSchema } from './calls-schema.ts';

/** The part of Monaco's JSON worker that the editor uses; it has no types. */
interface JsonWorker {
  doValidation(uri: string): Promise<readonly { readonly message: string }[]>;
  doComplete(uri: string, at: Position): Promise<{ readonly items: readonly { readonly label: string }[] }>;
}
interface Position {
  readonly line: number;
  readonly character: number;
}
const { JSONWorker } = (await import(/* @vite-ignore */ workerModule())) as {
  readonly JSONWorker: new (context: object, settings: object) => JsonWorker;
};

const uri = 'inmemory://deskscope/edited.json';

it('completes the arguments of a tool for windows in the editor', async () => {
  expect(await completions('[{"tool_name": "move_window", "parameters": {"title": "Calc", |}}]')).toEqual(
    expect.arrayContaining(['x', 'y', 'width', 'height', 'app']),
  );
  expect(await completions('[{"tool_name": "launch_app", "parameters": {|}}]')).toEqual([
    'command',
    'args',
    'folder',
    'only_if_not_running',
    'timeout_ms',
  ]);
  expect(await completions('[{"tool_name": |}]')).toEqual(
    expect.arrayContaining(['"click_input"', '"close_window"', '"set_always_on_top"']),
  );
});

it.each([
  ['{"tool_name": "move_window", "parameters": {"x": "left", "y": 0}}', /Incorrect type/],
  ['{"tool_name": "resize_window", "parameters": {"width": 3}}', /Missing property "height"/],
  ['{"tool_name": "launch_app", "parameters": {}}', /Missing property "command"/],
  ['{"tool_name": "close_window", "parameters": {"handle": "0x1"}}', /Matches a schema that is not allowed/],
])('marks the error of %s in the editor', async (call, message) => {
  expect(await problems(`[${call}]`)).toEqual([expect.stringMatching(message)]);
});

it.each([json, ufoJson])('marks no error in an export: $id', async ({ stringify }) => {
  expect(await problems(stringify(specRecording).text)).toEqual([]);
});

async function problems(text: string): Promise<readonly string[]> {
  return (await worker(text).doValidation(uri)).map(({ message }) => message);
}

/** @param marked has a `|` at the caret, all on one line */
async function completions(marked: string): Promise<readonly string[]> {
  const at = { line: 0, character: marked.indexOf('|') };
  const { items } = await worker(marked.replace('|', '')).doComplete(uri, at);
  return items.map(({ label }) => label);
}

function worker(text: string): JsonWorker {
  const model = { uri: { toString: () => uri }, version: 1, getValue: () => text };
  const schemas = [{ uri: 'inmemory://deskscope/schema.json', fileMatch: [uri], schema: callsSchema() }];
  const languageSettings = { validate: true, schemas };
  return new JSONWorker({ getMirrorModels: () => [model] }, { languageId: 'json', languageSettings });
}

/** A module name that the compiler does not resolve. */
function workerModule(): string {
  return 'monaco-editor/languages/features/json/jsonWorker';
}
