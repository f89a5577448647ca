import type { WindowId } from '#contract/model/windows/window';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coreTools } from '../../tools/core/index.ts';
import { scopeOf } from '../../tools/registry.ts';
import type { CallStart } from '../../tools/observer.ts';
import { mostWatched } from '../resources/watch.ts';
import { createClientBench } from '../testing/client.ts';
import { createHttpBench, eras, type HttpBench } from '../testing/http-bench.ts';

let bench: HttpBench;
const calls: CallStart[] = [];
beforeEach(async () => {
  calls.length = 0;
  bench = await createHttpBench({
    observers: [{ before: (start) => void calls.push(start), after: () => undefined }],
  });
});
afterEach(() => bench.close());

async function calculatorHandle(): Promise<WindowId> {
  const { items } = await bench.engine.listWindows({});
  return items.find(({ title }) => title === 'Calculator')!.id;
}

/** The element of the window's tree that displays 8. */
async function clickEight(): Promise<void> {
  await bench.text('click_input', { selector: 'role=Button name="8"', window: { app: 'calculator' } });
}

async function readText(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return (contents[0] as { text: string }).text;
}

it('the core set asks Claude Code to be shown at once, and no other tool does', async () => {
  for (const [set, expected] of [
    ['core', coreTools.map(({ name }) => name)],
    ['ufo', []],
  ] as const) {
    const served = await createClientBench({ scope: scopeOf([set]) });
    const { tools } = await served.client.listTools();
    const atOnce = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true);
    expect(atOnce.map(({ name }) => name)).toEqual(expected);
    await served.close();
  }
});

describe.each(eras)('a client of the %s era', (era) => {
  it('lists and reads windows, trees and pictures, through the tools', async () => {
    const client = await bench.connect(era);
    const handle = await calculatorHandle();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['desktop://windows', `desktop://windows/${handle}/tree`, 'desktop://screen']),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'desktop://windows/{window}/tree',
      'desktop://windows/{window}/screenshot',
    ]);
    expect(JSON.parse(await readText(client, 'desktop://windows'))).toContainEqual(
      expect.objectContaining({ title: 'Calculator', handle }),
    );
    expect(await readText(client, `desktop://windows/${handle}/tree`)).toContain('Calculator');
    expect(await readText(client, 'desktop://windows/Calculator/tree')).toContain('Calculator');
    const { contents } = await client.readResource({ uri: `desktop://windows/${handle}/screenshot` });
    expect(
      Buffer.from((contents[0] as { blob: string }).blob, 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(calls.map(({ caller }) => caller.name)).toContain(`${era}-client`);
  });

  it('learns what is no resource, and what may not be looked at', async () => {
    const client = await bench.connect(era);
    await expect(client.readResource({ uri: 'desktop://nothing' })).rejects.toMatchObject({
      data: { uri: 'desktop://nothing' },
    });
    await expect(client.readResource({ uri: 'desktop://windows/0x999/tree' })).rejects.toThrow();
  });

  it('gets ready-made prompts', async () => {
    const client = await bench.connect(era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['open_windows', 'work_in_window']);
    const promptText = async (name: string, args: Record<string, string> = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0]!.content as { text: string }).text;
    };
    expect(await promptText('open_windows')).toContain('“Calculator”');
    const text = await promptText('work_in_window', { window: 'Calculator', element: '7', task: 'Add two numbers.' });
    expect(text).toContain('"name":"7"');
    expect(text).toContain('The task: Add two numbers.');
    await expect(promptText('work_in_window')).rejects.toThrow('The argument “window” of work_in_window is missing.');
    await expect(promptText('work_in_window', { window: 'x', wnidow: 'y' })).rejects.toThrow(
      'has no argument “wnidow”',
    );
    await expect(promptText('no_such')).rejects.toThrow('There are open_windows, work_in_window.');
  });

  it('completes window titles and element names', async () => {
    const client = await bench.connect(era);
    const complete = async (
      ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
      argument: { name: string; value: string },
      chosen: Record<string, string> = {},
    ) => (await client.complete({ ref, argument, context: { arguments: chosen } })).completion.values;
    const prompt = { type: 'ref/prompt' as const, name: 'work_in_window' };
    expect(await complete(prompt, { name: 'window', value: 'calc' })).toEqual(['Calculator']);
    const names = await complete(prompt, { name: 'element', value: '7' }, { window: 'Calculator' });
    expect(names).toContain('7');
    const resource = { type: 'ref/resource' as const, uri: 'desktop://windows/{window}/tree' };
    expect(await complete(resource, { name: 'window', value: '' })).toContain('Calculator');
    expect(await complete(prompt, { name: 'task', value: '' })).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('of the 2025 era report changes until they are given back', async () => {
    const client = await bench.connect('legacy');
    const uri = `desktop://windows/${await calculatorHandle()}/tree`;
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    await client.subscribeResource({ uri });
    await client.subscribeResource({ uri: 'desktop://windows' });
    await clickEight();
    await vi.waitFor(() => expect(updated).toContain(uri), { timeout: 5_000 });
    await bench.engine.actOnWindow({ window: await calculatorHandle(), action: 'minimize' });
    await vi.waitFor(() => expect(updated).toContain('desktop://windows'), { timeout: 5_000 });
    await client.unsubscribeResource({ uri });
    await client.unsubscribeResource({ uri: 'desktop://windows' });
  });

  it('of the client’s own calls report each, and reading them is none', async () => {
    const client = await bench.connect('legacy', 'Ada');
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const uri = 'desktop://calls';
    await client.subscribeResource({ uri });
    await (await bench.connect('legacy', 'Bob')).callTool({ name: 'list_windows', arguments: {} });
    await client.callTool({ name: 'click_input', arguments: { selector: 'role=Button' } });
    await vi.waitFor(() => expect(updated).toEqual([uri]));
    expect(JSON.parse(await readText(client, uri))).toMatchObject([
      { tool: 'action::click_input', parameters: { selector: 'role=Button' }, error: 'window_not_found' },
    ]);
    const { content } = await client.callTool({ name: 'list_calls', arguments: { failed_only: true } });
    expect((content as { text: string }[])[0]!.text).toContain('window_not_found');
    expect(updated).toEqual([uri]);
  });

  it('are refused for what cannot be watched', async () => {
    const client = await bench.connect('legacy');
    await expect(client.subscribeResource({ uri: 'desktop://screen' })).rejects.toThrow('cannot be subscribed to');
    await expect(client.subscribeResource({ uri: 'desktop://nothing' })).rejects.toThrow('There is no resource');
  });

  it('name no title that is withheld, and are no more than a client can need', async () => {
    await bench.close();
    bench = await createHttpBench({
      settings: { sensitiveApps: ['title:*of May'] },
      caller: { kind: 'agent', name: 'robot' },
    });
    const { windows } = bench.fake.desktop;
    for (const [title, next] of [
      ['Calculator', 'Payroll of May'],
      ['Editor', 'My payroll'],
    ] as const) {
      const window = windows.find((one) => one.title.includes(title));
      if (window) bench.fake.desktop.retitle(window, next);
    }
    const client = await bench.connect('legacy');
    // A notification that one more title contains the text would reveal the title.
    await client.subscribeResource({ uri: 'desktop://windows/pay/tree' });
    await expect(client.subscribeResource({ uri: 'desktop://windows/of%20May/tree' })).rejects.toThrow('no window');
    // The same title in another case each time.
    const cased = (i: number) => Array.from('payroll', (char, bit) => (i & (1 << bit) ? char.toUpperCase() : char));
    const aliases = Array.from({ length: mostWatched }, (_, i) => `My ${cased(i + 1).join('')}`);
    const subscribe = (alias: string) =>
      client.subscribeResource({ uri: `desktop://windows/${encodeURIComponent(alias)}/tree` });
    await Promise.all(aliases.slice(1).map(subscribe));
    await expect(subscribe('payroll')).rejects.toThrow(`subscribe to ${mostWatched} resources`);
  });

  it('of the 2026 era do so while their stream is open', async () => {
    const client = await bench.connect('modern');
    const uri = 'desktop://windows/Calculator/tree';
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const stream = await client.listen({ resourceSubscriptions: [uri] });
    await vi.waitFor(
      async () => {
        await clickEight();
        expect(updated).toContain(uri);
      },
      { timeout: 10_000, interval: 500 },
    );
    await stream.close();
  });
});
