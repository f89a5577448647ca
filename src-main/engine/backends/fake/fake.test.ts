import { expect, test } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { center } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { createFakeBackend, type FakeBackend } from './index.ts';

const budget = { depth: 200, maxNodes: 50_000, signal: new AbortController().signal };
const typing = { signal: budget.signal, beforeKey: () => Promise.resolve() };

async function windowOf(backend: FakeBackend, title: string): Promise<WindowInfo> {
  const found = (await backend.windows.list({ all: false })).find((window) => window.title.includes(title));
  return found!;
}

function flatten(node: RawNode): RawNode[] {
  return [node, ...(node.children ?? []).flatMap(flatten)];
}

async function element(backend: FakeBackend, title: string, name: string): Promise<RawNode> {
  const { root } = await backend.elements.walk(await windowOf(backend, title), null, budget);
  return flatten(root).find((node) => node.name === name)!;
}

test('7 × 6 = gives 42 by patterns, by clicks and by keys', async () => {
  const backend = createFakeBackend();
  const calculator = await windowOf(backend, 'Calculator');
  for (const name of ['7', '×', '6', '=']) {
    const { runtimeId } = await element(backend, 'Calculator', name);
    await backend.elements.run(calculator, runtimeId, { pattern: 'invoke' });
  }
  expect((await element(backend, 'Calculator', 'Display')).value).toBe('42');

  for (const name of ['C', '7', '×', '6', '=']) {
    await backend.input.move(center((await element(backend, 'Calculator', name)).bounds!));
    await backend.input.button('left', true);
    await backend.input.button('left', false);
  }
  expect((await element(backend, 'Calculator', 'Display')).value).toBe('42');

  backend.desktop.activate(backend.desktop.window(calculator.id));
  await backend.input.press('Escape');
  await backend.input.type('7*6=', typing);
  expect((await element(backend, 'Calculator', 'Display')).value).toBe('42');
});

test('typing changes the focused field and marks the title; the save dialog names the file', async () => {
  const backend = createFakeBackend();
  const editor = await windowOf(backend, 'Editor');
  await backend.windows.act(editor.id, 'focus');
  await backend.elements.focus(editor, (await element(backend, 'Editor', 'Text')).runtimeId);
  await backend.input.type('Hellö 🙂', typing);
  expect((await element(backend, 'Editor', 'Text')).value).toBe('Hellö 🙂');
  expect((await windowOf(backend, 'Editor')).title).toBe('*Untitled - Editor');

  await backend.input.press('ctrl+s');
  const dialog = await windowOf(backend, 'Save As');
  expect(dialog).toMatchObject({ kind: 'dialog', active: true, processId: editor.processId });
});

test('reports not_found for a program that does not exist', async () => {
  await expect(createFakeBackend().programs!.start('constructor', [])).rejects.toMatchObject({ code: 'not_found' });
});

test('lists windows of its own process only on request', async () => {
  const own = new Set<number>();
  const backend = createFakeBackend({ ownProcessIds: () => own });
  const { processId } = await windowOf(backend, 'Calculator');
  own.add(processId);
  expect((await backend.windows.list({ all: true })).some((window) => window.processId === processId)).toBe(false);
  expect((await backend.windows.list({ all: true, own: true })).some((w) => w.processId === processId)).toBe(true);
});

test('rejects an unparsable fault', () => {
  expect(() => createFakeBackend({ faults: 'hang:everything' })).toThrow('is not a fault');
});
