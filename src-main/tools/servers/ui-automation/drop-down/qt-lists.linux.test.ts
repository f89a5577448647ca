import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { python, targetScript } from '../../../../engine/backends/linux/testing/apps/target-app.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../../../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

describeApp('lists of Qt', { program: python, packages: 'python3-pyqt6' }, () => {
  let app: LiveApp;
  let bench: Bench;
  beforeAll(async () => {
    app = await liveApp(python, [targetScript('qt_presses.py')], { title: /^Presses$/ });
    await app.element('role=List name="Rows"');
    bench = await createBench({ engine: app.engine });
  }, 60_000);
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
  });

  it.each(['Row 1', 'Row 50'])('makes %s current where it is selected', async (value) => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    await bench.text('select_option', { name: 'Rows', value, window });
    await vi.waitFor(() => app.element(`role=Text name="${value} is current"`), soon);
  });

  it('chooses in the menu of a button', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    await bench.text('select_option', { name: 'Tools', value: 'Paste', window });
    await vi.waitFor(() => app.element('role=Text name="Paste is chosen"'), soon);
  });

  it('clicks rows of a list that is scrolled out of sight with its rows', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    for (const name of ['Inner 40', 'Inner 3']) {
      await bench.text('click_element', { name, window });
      await vi.waitFor(() => app.element(`role=Text name="${name} is current"`), soon);
    }
  });

  it('opens the menu of a button once, and closes it', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    for (const expanded of [true, true, false]) {
      await bench.text('set_expanded', { name: 'Tools', expanded, window });
      const { states } = await app.details('role=Button name="Tools"');
      expect(states.includes('expanded')).toBe(expanded);
    }
  });

  it('enters a date, and leaves it when it does not exist', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    for (const value of ['2025-02-28', '29 Feb 2024', '1999-12-31']) {
      await bench.text('set_value', { name: 'Due', value, window });
    }
    await vi.waitFor(() => app.element('role=Text name="1999-12-31 is due"'), soon);
    await bench.failure('set_value', { name: 'Due', value: '1999-02-29', window });
    expect((await app.details('name="Due"')).value).toBe('31 Dec 1999');
  });

  it.each(['Lima', ''])('enters “%s” in a list that takes other texts than its options', async (value) => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    await bench.text('set_value', { name: 'Town', value, window });
    await vi.waitFor(() => app.element(`role=Text name="“${value}” is the town"`), soon);
  });

  it('enters a text in a row', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    await bench.text('set_value', { name: 'Inner 1', value: 'Ä ö', window });
    await vi.waitFor(() => app.element('role=Text name="Ä ö is entered"'), soon);
  });

  it('enters no text in a row that is not editable', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    expect(await bench.failure('set_value', { name: 'Row 1', value: 'x', window })).toContain('no editor');
  });
});

describeApp('lists of Qt 5', { program: python, packages: 'python3-pyqt5' }, () => {
  it('chooses in one that takes other texts than its options', async () => {
    const app = await liveApp(python, [targetScript('qt_presses.py'), '5'], { title: /^Presses$/ });
    const bench = await createBench({ engine: app.engine });
    try {
      await app.element('role=ComboBox');
      await bench.text('select_option', { name: 'Town', value: 'Rome', window: 'Presses' });
      await vi.waitFor(() => app.element('role=Text name="“Rome” is the town"'), soon);
    } finally {
      await bench.close();
      await app.end();
    }
  }, 60_000);
});

describe.each(['5', '6'])('items of Qt %s', (version) => {
  describeApp('in a list', { program: python, packages: `python3-pyqt${version}` }, () => {
    it('presses an entry of a context menu that is in a closed menu too', async () => {
      const app = await liveApp(python, [targetScript('qt_presses.py'), version], { title: /^Presses$/ });
      const bench = await createBench({ engine: app.engine });
      try {
        const window = (await app.details('role=Window nth=0')).window.id;
        for (const name of ['Rename', 'Last', 'First', 'Rename']) {
          await bench.text('click_element', { name: 'clicks', control_type: 'Text', button: 'right', window });
          const { bounds } = await vi.waitFor(() => app.element('role=MenuItem name="Last"'), soon);
          const entry = await app.element(`role=MenuItem name="${name}"`);
          expect(entry.states).toContain('visible');
          expect(entry.bounds).toMatchObject({ x: bounds?.x, width: bounds?.width, height: bounds?.height });
          await bench.text('click_element', { name, control_type: 'MenuItem', window });
          await vi.waitFor(() => app.element(`role=Text name="${name} is chosen"`), soon);
        }
      } finally {
        await bench.close();
        await app.end();
      }
    }, 60_000);

    it('finds and sets the field that opens over an item, also after a click on it', async () => {
      const app = await liveApp(python, [targetScript('qt_presses.py'), version], { title: /^Presses$/ });
      const bench = await createBench({ engine: app.engine });
      try {
        const window = (await app.details('role=Window nth=0')).window.id;
        await bench.text('click_element', { name: 'Inner 3', window });
        await bench.text('press_keys', { keys: 'F2', window });
        const field = await vi.waitFor(() => app.element('role=List >> role=Edit'), soon);
        expect(field.states).toContain('visible');
        await bench.text('click_element', { element: field.id });
        await bench.text('set_value', { element: field.id, value: 'Third' });
        await bench.text('press_keys', { keys: 'Enter', window });
        await vi.waitFor(() => app.element('role=Text name="Third is entered"'), soon);
        const selector = 'role=List >> role=Edit';
        await vi.waitFor(async () => expect((await app.engine.find({ window, selector })).matches).toEqual([]), soon);
      } finally {
        await bench.close();
        await app.end();
      }
    }, 60_000);
  });
});
