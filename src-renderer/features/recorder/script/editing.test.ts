import { beforeEach, expect, it, vi } from 'vitest';
import type { CallsProblem, ExportFormat } from '#contract/api';
import { testServices } from '../../../bridge/test-services.ts';
import { createRecorderStore, type RecorderStore } from '../store.ts';

const formats: ExportFormat[] = [
  { id: 'json', label: 'Calls', group: 'Tool calls', schema: { type: 'array' } },
  { id: 'python', label: 'Python', group: 'Scripts' },
];
const script = { text: '[]\n', lines: [], language: 'json', extension: 'json' } as const;
let problem: CallsProblem | null;
let used: string[];
let store: RecorderStore;

beforeEach(async () => {
  problem = null;
  used = [];
  const services = testServices({
    'recorder.formats': () => Promise.resolve(formats),
    'recorder.export': () => Promise.resolve(script),
    'recorder.checkCalls': () => Promise.resolve(problem),
    'recorder.useCalls': ({ text }) => Promise.resolve(void used.push(text)),
  });
  store = createRecorderStore(services);
  store.getState().follow();
  await vi.waitFor(() => expect(store.getState().formats).toEqual(formats));
  store.getState().setFormat('json');
  await vi.waitFor(() => expect(store.getState().script).not.toBeNull());
});

it('the edited text becomes the steps', async () => {
  await store.getState().editScript();
  store.getState().changeScript('[{}]');
  await store.getState().useScript();
  expect(used).toEqual(['[{}]']);
  expect(store.getState().edited).toBeNull();
});

it('a problem is reported while typing, and keeps the script open', async () => {
  await store.getState().editScript();
  problem = { line: 2, message: 'Line 2: tool_name is missing.' };
  store.getState().changeScript('[\n{}]');
  await vi.waitFor(() => expect(store.getState().edited?.problem).toEqual(problem));
  await store.getState().useScript();
  expect(used).toEqual([]);
  expect(store.getState().edited?.text).toBe('[\n{}]');
});

it('in a format that cannot be parsed, the tool calls are edited', async () => {
  store.getState().setFormat('python');
  await vi.waitFor(() => expect(store.getState().script).not.toBeNull());
  await store.getState().editScript();
  expect(store.getState()).toMatchObject({ format: 'json', edited: { text: '[]\n' } });
});

it('another format ends editing', async () => {
  await store.getState().editScript();
  store.getState().setFormat('python');
  expect(store.getState().edited).toBeNull();
});

it('another format does not discard edits', async () => {
  await store.getState().editScript();
  store.getState().changeScript('[{}]');
  store.getState().setFormat('python');
  expect(store.getState()).toMatchObject({ format: 'json', edited: { text: '[{}]' } });
});
