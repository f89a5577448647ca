import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { createDesktopBench, type DesktopBench } from '../tools/testing/desktop-bench.ts';
import { runCommandLine } from './run.ts';

let bench: DesktopBench;
let calculator: WindowInfo;
let editor: WindowInfo;

beforeAll(async () => {
  bench = await createDesktopBench({ policyMode: 'all' });
  calculator = await bench.open('galculator');
  editor = await bench.open('mousepad', ['--disable-server']);
}, 60_000);
afterAll(() => bench.close());

/** The line of `deskscope windows` for a window. */
async function printed({ id }: WindowInfo): Promise<{ readonly app: string; readonly pid: number }> {
  const { windows } = await deskscope('windows');
  return (windows as readonly { id: string; app: string; processId: number }[])
    .map(({ id, app, processId }) => ({ id, app, pid: processId }))
    .find((window) => window.id === id)!;
}

async function deskscope(...args: readonly string[]): Promise<Record<string, unknown>> {
  let out = '';
  const shared: Engine = { ...bench.engine, close: () => Promise.resolve() };
  await runCommandLine([...args, '--json'], {
    streams: { out: { write: (text) => (out += text) }, err: { write: () => undefined } },
    variables: bench.desktop.env,
    signal: new AbortController().signal,
    interruptAtEndOfInput: () => undefined,
    version: '1.2.3',
    engineEntry: import.meta.filename,
    engineStarter: () => Promise.resolve(() => shared),
  });
  return JSON.parse(out) as Record<string, unknown>;
}

const handleIn = (data: unknown) => /0x[0-9a-f]+/.exec(JSON.stringify(data))?.[0];

/** The window that each way in finds for these words. */
async function found(words: string): Promise<readonly unknown[]> {
  const tree = await deskscope('tree', words, '--depth', '1');
  const focused = await bench.call('focus_window', { called: words });
  const click = { selector: 'role=MenuItem nth=1', window: { called: words }, dry_run: true, timeout_ms: 0 };
  const clicked = await bench.call('click_input', click);
  const read = await bench.call('ui_automation', { action: 'get_tree', windowHandle: words, maxDepth: 1 });
  return [
    handleIn(tree['root'] ?? tree),
    (focused.data as { handle?: string } | undefined)?.handle ?? focused.text,
    handleIn(clicked.data) ?? clicked.text,
    handleIn(/window:0x[0-9a-f]+/.exec(JSON.stringify(read.data) + read.text)?.[0] ?? '') ?? read.text,
  ];
}

it('real apps are found everywhere by the same words: as lists print them, by class, process, title and handle', async () => {
  const { app, pid } = await printed(calculator);
  const names: readonly (readonly [WindowInfo, string])[] = [
    [calculator, app],
    [calculator, calculator.className],
    [calculator, String(pid)],
    [editor, editor.title],
    [editor, String(Number(editor.id))],
  ];
  for (const [{ id }, words] of names) expect([words, ...(await found(words))]).toEqual([words, id, id, id, id]);
}, 60_000);
