import { expect, it } from 'vitest';
import { center } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { suiteOf, type RunningApp } from '../../testing/apps/app-suite.ts';
import { opensMenu } from '../../testing/apps/app-tests.ts';
import { isCalled } from '../../testing/people/app-driver.ts';
import { python, targetScript } from '../../testing/apps/target-app.ts';

const program = { program: python, packages: 'python3-gi', title: /^Pages$/ } as const;

suiteOf('pages of GTK 3', {
  ...program,
  toolkit: 'gtk3',
  args: () => [targetScript('gtk3_pages.py')],
  // The last rows are clipped by the content below their table.
  knownMisses: [/^scroll bar /, /^table cell /],
  also: (running) => {
    const { driver } = running;
    it.each(['tabbed one lower', 'bare one lower', 'nested'])('has “%s” where it is picked', async (name) => {
      const button = await driver().find(isCalled(name, 'Button'));
      expect(await driver().at(center(button.bounds!))).toBe(button.runtimeId);
    });
    it.each(['over', 'below'])('has the “%s” of an overlay where it is picked', async (name) => {
      const picked = await driver().find(isCalled(name));
      const { x, y, width, height } = picked.bounds!;
      // The text extends below the button, whose box covers its full width.
      const shown =
        name === 'over'
          ? center(picked.bounds!)
          : [
              { x: x + 5, y: y + 5 },
              { x: x + width - 5, y: y + height - 5 },
            ];
      for (const at of [shown].flat()) expect(await driver().at(at)).toBe(picked.runtimeId);
    });
    it('has the headers of a long table where they are picked', async () => {
      const header = await driver().find(isCalled('Number', 'HeaderItem'));
      expect(await driver().at(center(header.bounds!))).toBe(header.runtimeId);
    });
    hasNamedField(running);
    it('reports a fixed check like a settable one', async () => {
      expect((await driver().find(isCalled('Settled'))).states).toEqual(
        expect.arrayContaining(['checkable', 'checked']),
      );
    });
    listsChildrenAlike(running);
  },
});

suiteOf('pages of GTK 4', {
  ...program,
  toolkit: 'gtk4',
  env: { GSK_RENDERER: 'cairo' },
  args: () => [targetScript('gtk4_pages.py')],
  // From 4.10 on, frames of hidden pages report that they are showing, but nothing of their content.
  knownMisses: [/^panel “(one|three|Page [13])”/],
  ready: (nodes) =>
    nodes.some((node) => isCalled('stacked two button')(node) && node.states.includes('visible')) &&
    !nodes.some((node) => isCalled('revealed button')(node) && node.states.includes('visible')),
  also: (running) => {
    const { driver, backend, app } = running;
    it('reports only visible pages as visible', async () => {
      const shown = (await driver().nodes()).filter((node) => node.controlType === 'Button' && node.name !== '');
      const seen = shown.filter((node) => node.states.includes('visible')).map(({ name }) => name);
      expect(shown.length).toBeGreaterThan(seen.length);
      expect(seen.filter((name) => name.endsWith('button'))).toEqual(['stacked two button', 'tabbed two button']);
    });
    it('reports only rows in view as visible', async () => {
      const rows = (await driver().nodes()).filter(
        ({ name, controlType }) => /^row /.test(name) && controlType === 'Button',
      );
      const seen = rows.filter(({ states }) => states.includes('visible'));
      expect(rows).toHaveLength(30);
      expect(seen.map(({ name }) => name)).toEqual(rows.slice(0, seen.length).map(({ name }) => name));
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.length).toBeLessThan(4);
    });
    it.each(['stacked two button', 'tabbed two button'])('has the “%s” where it is picked', async (name) => {
      const button = await driver().find(isCalled(name, 'Button'));
      const window = await app().window();
      const { runtimeId } = (await backend().elements.pressed(window, center(button.bounds!)))!;
      const around = await backend().elements.ancestors(window, runtimeId);
      expect([runtimeId, ...around.map((each) => each.runtimeId)]).toContain(button.runtimeId);
    });
    // From 4.10 on, the content of such pages is not part of the tree.
    it.each(['tabbed one button', 'row 20', 'faded button'])(
      'reports the same for a hidden “%s” of its own',
      async (name) => {
        const hidden = (await driver().nodes()).filter(isCalled(name, 'Button'));
        expect(hidden.filter(({ states }) => states.includes('visible'))).toEqual([]);
        if (hidden.length === 0) return;
        const window = await app().window();
        const details = await backend().elements.details(window, hidden[0]!.runtimeId);
        expect(details.states).not.toContain('visible');
        const [label] = await backend().elements.children(window, hidden[0]!.runtimeId, { offset: 0, limit: 1 });
        expect(label!.states).not.toContain('visible');
      },
    );
    opensMenu(running, 'has a list in sight that drops down out of a scrolled one', {
      opens: (node) => node.controlType === 'ComboBox',
      item: isCalled('choice 5'),
    });
    it('names no element by its class', async () => {
      expect((await driver().nodes()).filter(({ name }) => /^Gtk[A-Z]/.test(name))).toEqual([]);
    });
    hasNamedField(running);
    listsChildrenAlike(running);
  },
});

/** A label names its field, however the field is queried. */
function hasNamedField({ driver, backend, app }: RunningApp): void {
  it('has a field named by its label', async () => {
    const fields = (await driver().nodes()).filter(({ states }) => states.includes('editable'));
    const field = fields.find(isCalled('Street'));
    expect(field?.controlType).toBe('Edit');
    const details = await backend().elements.details(await app().window(), field!.runtimeId);
    expect(details.name).toBe('Street');
  });
}

/** The children of each element, queried on their own, match the tree in order and visibility. */
function listsChildrenAlike({ driver, backend, app }: RunningApp): void {
  it('lists children as in the tree', async () => {
    const window = await app().window();
    const rows = (nodes: readonly RawNode[]) =>
      nodes.map(({ runtimeId, name, states }) => [runtimeId, name, states.includes('visible')]);
    for (const { runtimeId, children = [] } of await driver().nodes()) {
      if (children.length < 2) continue;
      const listed = await backend().elements.children(window, runtimeId, { offset: 0, limit: 50 });
      expect(rows(listed)).toEqual(rows(children.slice(0, 50)));
    }
  });
}
