import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import { describeApp } from '../../testing/apps/app-suite.ts';
import { python, targetScript } from '../../testing/apps/target-app.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';
import { soon } from '../../../../testing/outcome.ts';

describeApp('presses in Qt', { program: python, packages: 'python3-pyqt6' }, () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await liveApp(python, [targetScript('qt_presses.py')], { title: /^Presses$/ });
    await app.element('role=Button name="Count"');
  }, 60_000);
  afterAll(() => (app as LiveApp | undefined)?.end());

  it('are as many clicks as requested, each made before the answer', async () => {
    for (const clicks of [1, 2, 3]) {
      await app.run('role=Button name="Count"', { pattern: 'invoke' });
      expect((await app.details('role=Text name~="clicks"')).name).toBe(`${clicks} clicks`);
    }
  });

  it('are as many even if requested concurrently', async () => {
    const { id } = await app.element('role=Button name="Count"');
    const press = () => app.engine.runPattern({ element: id, call: { pattern: 'invoke' } });
    await Promise.all([press(), press(), press()]);
    expect((await app.details('role=Text name~="clicks"')).name).toBe('6 clicks');
  });

  it.each(['role=Button name="Tools"', 'role=MenuItem name="Menu"'])(
    'are refused where they would only close the menu of %s, which its own closes',
    async (opener) => {
      const clicked = async (selector: string) => {
        const element = await app.element(selector);
        const aim = await app.engine.aim({ element, at: center(element.bounds!) });
        await app.engine.click({ ...aim, button: 'left', count: 1 });
      };
      const clicks = async () => (await app.details('role=Text name~="clicks"')).name;
      const shows = (isOpen: boolean) =>
        vi.waitFor(async () => expect((await app.details(opener)).states.includes('expanded')).toBe(isOpen), soon);
      const before = await clicks();
      await clicked(opener);
      await shows(true);
      await expect(clicked('role=Button name="Count"')).rejects.toMatchObject({
        code: 'busy',
        delivery: 'not_delivered',
      });
      expect(await clicks()).toBe(before);
      await clicked(opener);
      await shows(false);
      await clicked('role=Button name="Count"');
      expect(await clicks()).not.toBe(before);
    },
  );

  it('on a menu entry complete while the dialog that it opened is open', async () => {
    await app.run('role=MenuItem name="Entry"', { pattern: 'invoke' });
    const windows = await app.engine.listWindows({});
    const dialog = windows.items.find(({ title }) => title === 'Sure?');
    const { matches } = await app.engine.find({ window: dialog!.id, selector: 'role=Button name="Close it"' });
    await app.engine.runPattern({ element: matches[0]!.id, call: { pattern: 'invoke' } });
    await app.element('role=Text name="closed"');
  });

  it('do not reach what lies over a button, whatever looks different beside it', async () => {
    const target = await app.element('role=Button name="Heaped"');
    const aim = await app.engine.aim({ element: target, at: center(target.bounds!), only: true });
    await expect(app.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'wrong_target_window',
      delivery: 'not_delivered',
    });
    await expect(app.element('role=Text name="the lid is pressed"')).rejects.toThrow();
  });

  it('distinguishes a missing interface from a missing element', async () => {
    const { id } = await app.element('role=Button name="Count"');
    await expect(app.engine.cell({ element: id, row: 0, column: 0 })).rejects.toMatchObject({
      code: 'pattern_not_supported',
    });
  });
});
