import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { controlTypes, type ElementId } from '#contract/model/elements/element';
import { createClientBench, resultText, type ClientBench } from '../../../mcp/testing/client.ts';

let bench: ClientBench;
beforeEach(async () => {
  bench = await createClientBench();
});
afterEach(() => bench.close());

const windowOf = (app: string) => bench.fake.desktop.windows.find((window) => window.spec.app === app)!;
const ui = (action: string, parameters: object = {}) =>
  bench.data<Record<string, unknown>>('ui_automation', { action, ...parameters });
const fails = (action: string, parameters: object = {}) =>
  bench.error<Record<string, unknown>>('ui_automation', { action, ...parameters });

interface Found {
  readonly elementId: ElementId;
  readonly name: string;
  readonly children?: readonly Found[];
}

describe('parameters', () => {
  it('are those of the contract, with their actions and defaults', async () => {
    const { tools } = await bench.client.listTools();
    const { properties, required } = tools.find((tool) => tool.name === 'ui_automation')!.inputSchema;
    const contract = [
      'action',
      'name',
      'controlType',
      'automationId',
      'windowHandle',
      'parentElementId',
      'maxDepth',
      'includeChildren',
      'timeout_ms',
      'text',
      'clearFirst',
      'value',
      'elementId',
      'pattern',
      'controlTypes',
      'source',
      'monitorIndex',
      'x',
      'y',
      'width',
      'height',
      'language',
      'padding',
    ];
    // Beyond the contract: selectors, pages and dry runs.
    expect(Object.keys(properties!).sort()).toEqual([...contract, 'selector', 'offset', 'dry_run'].sort());
    expect(required).toEqual(['action']);
    expect((properties!['action'] as { enum: string[] }).enum).toHaveLength(13);
    expect((properties!['timeout_ms'] as { description: string }).description).toContain(
      'find (0), find_and_click (5000), find_and_type (5000), find_and_select (5000), wait_for (5000), scroll_into_view (10000)',
    );
    expect((properties!['clearFirst'] as { description: string }).description).toContain('find_and_type (true)');
    expect((properties!['includeChildren'] as { description: string }).description).toContain(
      'find (false), get_text (true)',
    );
    expect((properties!['language'] as { description: string }).description).toContain('ocr ("en-US")');
  });

  it.each([
    ['find_and_click', {}, 'find_and_click needs one of name, automationId, selector, elementId'],
    ['find_and_type', { name: 'Name' }, '“text” is missing'],
    ['find_and_type', { text: 'a' }, 'find_and_type needs one of name, automationId'],
    ['find_and_select', { name: 'Colour' }, '“value” is missing'],
    ['invoke', { pattern: 'Invoke' }, '“elementId” is missing'],
    ['invoke', { elementId: 'e1' }, '“pattern” is missing'],
    ['wait_for', {}, 'wait_for needs one of name, controlType, automationId, selector'],
    ['focus', {}, '“elementId” is missing'],
    ['ocr_element', {}, 'ocr_element needs one of elementId, name, controlType, automationId, selector'],
    ['ocr', { source: 'region', x: 1 }, 'A region needs “y”, “width”, “height” too'],
    ['ocr', { source: 'screen', x: 1 }, 'the source is “region”'],
    ['find', { selector: 'id="x"', automationId: 'y' }, 'identifies the element. Omit “automationId”'],
    ['find_and_click', { elementId: 'e1', name: 'y' }, '“elementId” already identifies the element'],
    ['find', { text: 'x' }, '“text”: find does not take it; it takes name, controlType'],
    ['find', { controlType: 'Buton' }, '“controlType”: there is no control type “Buton”. Did you mean Button?'],
    ['get_tree', { controlTypes: 'Button,Widget' }, '“controlTypes”: there is no control type “Widget”'],
    ['get_tree', { maxDepth: -1 }, '“maxDepth”: Too small'],
    ['find', { nme: 'x' }, 'there is no argument “nme”'],
    ['find', { timeout_ms: '5 s' }, '“timeout_ms”: Invalid input: expected number'],
    ['click', {}, '“action”: Invalid option'],
  ])('%s %j is refused, naming field and fix', async (action, parameters, message) => {
    const error = await fails(action, parameters);
    expect(error).toMatchObject({ success: false, action, errorType: 'invalid_parameter', delivery: 'not_delivered' });
    expect(error['errorMessage']).toContain(message);
    expect(String(error['errorMessage']).split(message)).toHaveLength(2);
    expect(error['recoverySuggestion']).not.toBe('');
  });

  it('of one action do not cause a permission question for another', async () => {
    await bench.close();
    bench = await createClientBench({ policyMode: 'observe' });
    const windowHandle = windowOf('form').id;
    const looks: readonly [string, object][] = [
      ['find', { name: 'Send', windowHandle }],
      ['wait_for', { name: 'Send', windowHandle }],
      ['get_text', { windowHandle }],
      ['get_tree', { windowHandle }],
      ['ocr_status', {}],
    ];
    for (const [action, parameters] of looks) expect(await ui(action, parameters)).toMatchObject({ success: true });
    const acts: readonly [string, object][] = [
      ['find_and_click', { name: 'Send' }],
      ['find_and_type', { name: 'Name', text: 'a' }],
      ['find_and_select', { name: 'Colour', value: 'Blue' }],
      ['invoke', { elementId: 'e1', pattern: 'Invoke' }],
      ['scroll_into_view', { name: 'Send' }],
      ['focus', { elementId: 'e1' }],
    ];
    for (const [action, parameters] of acts) {
      const reported = await fails(action, { ...parameters });
      expect(reported).toMatchObject({ success: false, action, errorType: 'permission_denied' });
    }
  });

  it('do not hide the name of an element from rules: neither a ref, nor an id, nor another criterion', async () => {
    await bench.close();
    bench = await createClientBench({ policyMode: 'act' });
    const elementId = await idOf('Remove');
    const ref = bench.session.refs.refOf(elementId);
    const calls: readonly [string, object][] = [
      ['ui_automation', { action: 'find_and_click', elementId: ref }],
      ['ui_automation', { action: 'invoke', elementId, pattern: 'Invoke' }],
      ['ui_automation', { action: 'find_and_click', selector: 'role=Button nth=0', windowHandle: 'Form' }],
      ['click_element', { element: ref }],
      ['click_at', { x: 1076, y: 361 }],
      ['drag', { from: ref, to: '900,300' }],
    ];
    for (const [tool, call] of calls) {
      const result = await bench.call(tool, call);
      expect([tool, resultText(result)]).toEqual([tool, expect.stringContaining('the destructive label “remove”')]);
    }
    const harmless = await bench.call('click_element', { name: 'Newsletter', window: 'Form' });
    expect(harmless.isError).toBeUndefined();
  });

  it('support a dry run, which does nothing', async () => {
    const call = { action: 'find_and_click', name: 'Send', windowHandle: 'Form', dry_run: true };
    const words = await bench.words('ui_automation', call);
    expect(words).toMatch(/^Dry run: nothing was done\. It would: Click the element with name “Send”/);
    expect(words).toMatch(/Route: .*click \{"at"/);
    expect(await ui('find', { name: 'Not sent', windowHandle: 'Form' })).toMatchObject({ success: true });
  });

  it('accept null for missing, handles in both notations, and parts of titles', async () => {
    const { id } = windowOf('form');
    for (const windowHandle of [id, String(Number(id)), id.toUpperCase().replace('X', 'x'), 'Form']) {
      const { element } = await ui('find', { name: 'send', controlType: 'BUTTON', automationId: null, windowHandle });
      expect(element).toMatchObject({ name: 'Send' });
    }
    expect(await fails('find', { windowHandle: 'nothing like it' })).toMatchObject({ errorType: 'window_not_found' });
    expect(await fails('find', { windowHandle: '4711471' })).toMatchObject({ errorType: 'window_not_found' });
    bench.fake.desktop.start('twin');
    bench.fake.desktop.start('twin');
    expect(await fails('find', { windowHandle: 'Twin' })).toMatchObject({ errorType: 'multiple_matches' });
  });

  it('without a window mean the one in front', async () => {
    bench.fake.desktop.activate(windowOf('calculator'));
    expect(await ui('find', { name: 'Display' })).toMatchObject({ diagnostics: { windowTitle: 'Calculator' } });
    bench.fake.desktop.activate(windowOf('form'));
    expect(await ui('find', { name: 'Send' })).toMatchObject({ diagnostics: { windowTitle: 'Form' } });
    expect(await ui('get_tree')).toMatchObject({ diagnostics: { windowTitle: 'Form' } });
    bench.fake.desktop.open({ ...windowOf('form').spec, title: 'Of another user', foreign: true });
    expect(await fails('get_tree')).toMatchObject({ errorType: 'elevated_target' });
  });
});

describe('results', () => {
  it('carry every field of the contract', async () => {
    bench.fake.desktop.setMonitors([
      { x: 0, y: 0, width: 800, height: 800 },
      { x: 800, y: 0, width: 480, height: 800 },
    ]);
    const { id, processId } = windowOf('form');
    const result = await ui('find', { automationId: 'send', windowHandle: id });
    expect(result).toEqual({
      success: true,
      action: 'find',
      element: {
        elementId: expect.stringMatching(/^window:0x[0-9a-f]+\|runtime:/) as string,
        ref: 'e1',
        automationId: 'send',
        name: 'Send',
        controlType: 'Button',
        boundingRect: { x: 1090, y: 446, width: 90, height: 30 },
        monitorRelativeRect: { x: 290, y: 446, width: 90, height: 30 },
        monitorIndex: 1,
        supportedPatterns: ['Invoke'],
        isEnabled: true,
        isOffscreen: false,
        window: { title: 'Form', app: 'form', pid: processId },
      },
      diagnostics: { durationMs: expect.any(Number) as number, windowTitle: 'Form', elementsScanned: 33 },
    });
  });

  it('of find are all matches, with children on request, and note when they are cut', async () => {
    const { id } = windowOf('form');
    const { elements } = await ui('find', { controlType: 'RadioButton', windowHandle: id });
    expect((elements as Found[]).map(({ name }) => name)).toEqual(['Small', 'Medium', 'Large']);
    const { element } = await ui('find', {
      name: 'siz',
      controlType: 'group',
      includeChildren: true,
      windowHandle: id,
    });
    const group = element as Found;
    expect(group.children?.map(({ name }) => name)).toEqual(['Small', 'Medium', 'Large']);
    expect(await ui('find', { name: 'Large', parentElementId: group.elementId })).toMatchObject({ success: true });
    expect(await fails('find', { name: 'Send', parentElementId: group.elementId })).toMatchObject({
      errorType: 'element_not_found',
    });
    expect(await fails('find', { name: 'Large', maxDepth: 1, windowHandle: id })).toMatchObject({
      errorType: 'element_not_found',
    });
    const rows = await bench.call('ui_automation', { action: 'find', windowHandle: windowOf('rows').id });
    const reported = /Showing elements 1 to \d+ of 10002. Next page: offset \d+/;
    expect(resultText(rows)).toMatch(reported);
    expect(rows.structuredContent).toMatchObject({ note: expect.stringMatching(reported) as string });
  });

  it('have the same content in text and data', async () => {
    const words = await bench.words('ui_automation', { action: 'find', name: 'Send', windowHandle: 'Form' });
    const pid = windowOf('form').processId;
    expect(words).toContain(`“Form” (form, pid ${pid})`);
    expect(words).toContain('[e1] Button “Send” #send (1090,446 90×30)');
    const result = await bench.call('ui_automation', {
      action: 'find_and_click',
      name: 'Remove',
      windowHandle: 'Form',
    });
    expect(resultText(result)).toMatch(
      /3 elements match.*\n\[e2\] Button “Remove” at 1036, 350: role=Button name="Remove" near="Apples"/,
    );
  });

  it('of get_tree are nested, with the requested depth and types', async () => {
    const { elements } = await ui('get_tree', { windowHandle: 'Form', maxDepth: 1 });
    const [root] = elements as Found[];
    expect(root).toMatchObject({ name: 'Form', window: { app: 'form' } });
    expect(root!.children!.find(({ name }) => name === 'Size')).not.toHaveProperty('children');
    const radios = await ui('get_tree', { windowHandle: 'Form', controlTypes: 'radiobutton, Slider' });
    const names = (radios['elements'] as Found[])[0]!.children!.map(({ name }) => name);
    expect(names).toEqual(['Small', 'Medium', 'Large', 'Volume']);
    const call = await bench.call('ui_automation', { action: 'get_tree', windowHandle: 'Form', maxDepth: 1 });
    expect(resultText(call)).toContain('\n  [e6] Group “Options” (876,180 304×24) … 1 inside\n');
    expect(resultText(call)).toContain('There is more below');
  });
});

describe('acting', () => {
  it('clicks the intended one: an exact name wins, and a label in a button is not a second match', async () => {
    const { element } = await ui('find_and_click', { name: '7', windowHandle: 'Calculator' });
    expect(element).toMatchObject({ controlType: 'Button', name: '7' });
    expect(await ui('get_text', { elementId: await idOf('Display'), includeChildren: false })).toMatchObject({
      text: 'Display\n7',
    });
  });

  it('refuses to guess, and each selector it suggests is unique', async () => {
    const error = await fails('find_and_click', { name: 'Remove', windowHandle: 'Form' });
    expect(error).toMatchObject({ errorType: 'multiple_matches', delivery: 'not_delivered' });
    const { multipleMatches } = error['diagnostics'] as { multipleMatches: { selector: string; elementId: string }[] };
    expect(multipleMatches).toHaveLength(3);
    for (const [row, { selector, elementId }] of multipleMatches.entries()) {
      const { element } = await ui('find_and_click', { selector, windowHandle: 'Form' });
      expect(element).toMatchObject({ elementId });
      expect(await ui('find', { name: `Removed row ${row + 1}`, windowHandle: 'Form' })).toMatchObject({
        success: true,
      });
      expect(await ui('find_and_click', { elementId })).toMatchObject({ element: { elementId } });
    }
  });

  it('waits for a late element, and reports that a disabled one stayed disabled', async () => {
    const form = windowOf('form');
    const press = form.root.children.find(({ name }) => name === 'Never')!;
    setTimeout(() => press.set('enabled', true), 300);
    expect(await ui('find_and_click', { name: 'Never', windowHandle: form.id })).toMatchObject({ success: true });
    press.set('enabled', false);
    const error = await fails('find_and_click', { name: 'Never', windowHandle: form.id, timeout_ms: 200 });
    expect(error).toMatchObject({
      errorType: 'timeout',
      errorMessage: expect.stringContaining('is disabled') as string,
    });
    expect(await fails('find_and_click', { name: 'Nothing', windowHandle: form.id, timeout_ms: 200 })).toMatchObject({
      errorType: 'element_not_found',
    });
  });

  it('types in edit fields, before or replacing their content, and never echoes a password', async () => {
    const name = { name: 'Name', windowHandle: 'Form' };
    expect(await ui('find_and_type', { ...name, text: 'Ada' })).toMatchObject({ element: { value: 'Ada' } });
    const longer = await ui('find_and_type', { ...name, text: ' L.', clearFirst: false });
    expect(longer).toMatchObject({ element: { value: 'Ada L.' } });
    const secret = await bench.call('ui_automation', {
      action: 'find_and_type',
      name: 'Password',
      text: 'hunter2',
      windowHandle: 'Form',
    });
    expect(secret.isError).toBeUndefined();
    expect(JSON.stringify(secret)).not.toContain('hunter2');
    const field = windowOf('form').root.children.find(({ name, value }) => name === 'Password' && value !== null);
    expect(field?.value).toBe('hunter2');
  });

  it('selects options by their text, and lists them if none matches', async () => {
    const colour = { name: 'Colour', windowHandle: 'Form' };
    expect(await ui('find_and_select', { ...colour, value: 'blue' })).toMatchObject({ element: { value: 'Blue' } });
    expect(await fails('find_and_select', { ...colour, value: 'Pink' })).toMatchObject({
      errorType: 'element_not_found',
      data: { options: ['Red', 'Green', 'Blue'] },
    });
    const fruit = await ui('find_and_select', { name: 'Fruit', value: 'Cherries', windowHandle: 'Form' });
    expect(fruit).toMatchObject({ success: true });
    const cherries = await idOf('Cherries');
    expect((await bench.engine.details({ element: cherries })).states).toContain('selected');
  });

  it('invokes patterns by UI Automation’s names', async () => {
    const elementId = await idOf('Newsletter');
    await ui('invoke', { elementId, pattern: 'TogglePattern' });
    expect((await bench.engine.details({ element: elementId })).states).toContain('checked');
    await ui('invoke', { elementId: await idOf('Volume'), pattern: 'rangevalue', value: '20' });
    await ui('invoke', { elementId: await idOf('Colour'), pattern: 'ExpandCollapse' });
    expect((await bench.engine.details({ element: await idOf('Colour') })).states).toContain('expanded');
    const refused: readonly [object, string][] = [
      [{ elementId, pattern: 'Value', value: 'x' }, 'pattern_not_supported'],
      [{ elementId, pattern: 'Grid' }, 'pattern_not_supported'],
      [{ elementId, pattern: 'Press' }, 'invalid_parameter'],
      [{ elementId: await idOf('Volume'), pattern: 'RangeValue' }, 'invalid_parameter'],
      [{ elementId: await idOf('Volume'), pattern: 'RangeValue', value: 'loud' }, 'invalid_parameter'],
    ];
    for (const [parameters, errorType] of refused) {
      expect(await fails('invoke', parameters)).toMatchObject({ errorType, delivery: 'not_delivered' });
    }
  });

  it('report element_stale for removed elements and windows', async () => {
    const elementId = await idOf('Send');
    const form = windowOf('form');
    form.root.children = form.root.children.filter(({ name }) => name !== 'Send');
    expect(await fails('focus', { elementId })).toMatchObject({ errorType: 'element_stale' });
    bench.fake.desktop.close(form);
    for (const action of ['focus', 'get_text', 'ocr_element', 'scroll_into_view', 'find_and_click']) {
      expect(await fails(action, { elementId })).toMatchObject({ errorType: 'element_stale' });
    }
    expect(await fails('get_tree', { windowHandle: form.id })).toMatchObject({ errorType: 'window_not_found' });
  });
});

it('wait_for waits until the element appears, up to its timeout', async () => {
  const waiting = ui('wait_for', { name: 'Late', windowHandle: 'Form' });
  const status = windowOf('form').root.children.find(({ name }) => name === 'Not sent')!;
  setTimeout(() => void (status.name = 'Late'), 250);
  expect(await waiting).toMatchObject({ element: { name: 'Late' } });
  const late = await fails('wait_for', { name: 'Never there', timeout_ms: 150, windowHandle: 'Form' });
  expect(late).toMatchObject({ errorType: 'timeout' });
  const nowhere = { name: 'x', timeout_ms: 150, windowHandle: '0xdead01' };
  expect(await fails('wait_for', nowhere)).toMatchObject({ errorType: 'window_not_found' });
  expect((late['diagnostics'] as { elementsScanned: number }).elementsScanned).toBeGreaterThan(33);
});

it('a call that is cancelled ends', async () => {
  const stop = new AbortController();
  const call = bench.client.callTool(
    {
      name: 'ui_automation',
      arguments: { action: 'wait_for', name: 'Never there', timeout_ms: 60_000, windowHandle: 'Form' },
    },
    { signal: stop.signal },
  );
  setTimeout(() => stop.abort(), 100);
  await expect(call).rejects.toThrow();
});

it('knows every control type in any case', async () => {
  for (const controlType of controlTypes) {
    const parameters = { action: 'find', controlType: controlType.toUpperCase(), windowHandle: 'Form' };
    const { structuredContent } = await bench.call('ui_automation', parameters);
    expect((structuredContent as { errorType?: string }).errorType).not.toBe('invalid_parameter');
  }
});

async function idOf(name: string): Promise<ElementId> {
  for (const { id: window } of bench.fake.desktop.windows) {
    const { matches } = await bench.engine.find({ window, selector: `name="${name}"` });
    const found = matches.find(({ controlType }) => controlType !== 'Text');
    if (found) return found.id;
  }
  throw new Error(`There is no ${name}.`);
}
