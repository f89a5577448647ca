import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TreeView } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { NarrowView, RawNode } from '../../../backend.ts';
import { childrenIn } from '../../../tree/views.ts';
import { descend } from '../../../tree/walk.ts';
import { end, start } from '../../../testing/programs.ts';
import type { ElementStrategy } from '../elements/strategy.ts';
import { translateError } from '../native/errors.ts';
import { formatWindowId } from '../native/window.ts';
import { windowOf } from '../testing/apps.ts';
import { controls } from '../testing/fixtures.ts';
import { UiaFixture } from '../testing/uia-fixture.ts';
import { UiaClient } from './client.ts';
import { createUiaStrategy } from './strategy.ts';

const everything = { depth: 200, maxNodes: 50_000, cancelled: () => false };

let fixture: UiaFixture;
let app: ChildProcess;
let notes: WindowInfo;
let strategy: ElementStrategy;

beforeAll(async () => {
  fixture = UiaFixture.install();
  app = start(controls, ['notes']);
  notes = { id: formatWindowId(await windowOf(app, 'FixtureNotes')), app: 'notes' } as WindowInfo;
});
afterEach(() => fixture.reset());
afterAll(async () => {
  await end(app);
  fixture.uninstall();
});

function show(written: string, more: { readonly restless?: boolean } = {}): void {
  fixture.showWritten(Number(notes.id), written, more);
  strategy = createUiaStrategy(new UiaClient());
}

const read = () => strategy.walk(notes, null, everything).root;

function byName(name: string): RawNode {
  const found = [...descend(read())].find((node) => node.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

/** Inspect's display of each element in a view: type and name. */
function outline(view: TreeView, node: RawNode = read(), margin = ''): readonly string[] {
  return (childrenIn(view, node) ?? []).flatMap((child) => [
    `${margin}${child.controlType}${child.name && ` ${child.name}`}`,
    ...outline(view, child, `${margin}  `),
  ]);
}

/** Same as reported by the apps themselves, level by level. */
function paged(view: NarrowView, runtimeId = read().runtimeId, margin = ''): readonly string[] {
  const children = strategy.childrenIn?.(notes, runtimeId, { view, offset: 0, limit: 100 }) ?? [];
  return children.flatMap((child) => [
    `${margin}${child.controlType}${child.name && ` ${child.name}`}`,
    ...paged(view, child.runtimeId, `${margin}  `),
  ]);
}

const lines = (text: string) => {
  const all = text.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...all.map((line) => line.search(/\S/)));
  return all.map((line) => line.slice(margin));
};

function expectViews({ control, content }: Readonly<Record<NarrowView, string>>): void {
  expect(outline('control')).toEqual(lines(control));
  expect(outline('content')).toEqual(lines(content));
  expect(paged('control')).toEqual(lines(control));
  expect(paged('content')).toEqual(lines(content));
}

/** Chromium: content/test/data/accessibility, `…-expected-uia-win.txt` for lists, grids, inputs, selects, dialogs and landmarks. */
describe('a page as Chromium reports it', () => {
  test('has lists with bullets and words only in the raw view, since items are named after them', () => {
    show(`
      Document "Market"
        List #fruit
          ListItem "Pears"
            Group
              Text "• " raw
            Text "Pears" raw
          ListItem "Plums"
            Group
              Text "• " raw
            Text "Plums" raw
    `);
    expect(outline('raw')).toHaveLength(10);
    const shown = `
      Document Market
        List
          ListItem Pears
            Group
          ListItem Plums
            Group
    `;
    expectViews({ control: shown, content: shown });
  });

  test('has grids with rows and cells of the same type, and duplicate text', () => {
    show(`
      Document "Orders"
        DataGrid
          DataItem
            DataItem "Town" role=columnheader
              Text "Town" raw
            DataItem "Weight" role=columnheader
              Text "Weight" raw
          DataItem selected
            DataItem "Lund" unselected
              Text "Lund" raw
            DataItem "3 kg" selected
              Text "3 kg" raw
    `);
    const shown = `
      Document Orders
        DataGrid
          DataItem
            DataItem Town
            DataItem Weight
          DataItem
            DataItem Lund
            DataItem 3 kg
    `;
    expectViews({ control: shown, content: shown });
    expect(byName('Town').role).toBe('columnheader');
    expect(byName('3 kg').states).toEqual(expect.arrayContaining(['selectable', 'selected']));
    expect(byName('Lund').states).not.toContain('selected');
  });

  test('has fields next to their labels, in groups of the raw view only', () => {
    show(`
      Document "Account"
        Group raw
          Text
            Text "Nick: "
            Edit "Nick:" editable value=Ada
          CheckBox "News" off
          Text
            Text "Key: "
            Edit "Key:" password editable
          RadioButton "Daily" unselected
          RadioButton "Weekly" selected
          Text
            Text "Photo: "
            Button "Photo:" invoke
              Button "Choose" invoke
          Button "Go" invoke
            Image
            Text "Go" raw
    `);
    const shown = `
      Document Account
        Text
          Text Nick: 
          Edit Nick:
        CheckBox News
        Text
          Text Key: 
          Edit Key:
        RadioButton Daily
        RadioButton Weekly
        Text
          Text Photo: 
          Button Photo:
            Button Choose
        Button Go
          Image
    `;
    expectViews({ control: shown, content: shown });
    expect(byName('Nick:')).toMatchObject({ value: 'Ada', role: 'edit' });
    expect(byName('Key:')).toMatchObject({ value: null });
    expect(byName('Key:').states).toContain('password');
    expect(byName('News').states).toContain('checkable');
    expect(byName('Weekly').states).toEqual(expect.arrayContaining(['checked', 'selected']));
  });

  test('has selects whose options exist while they are closed', () => {
    show(`
      Document "Shirt"
        ComboBox "Size" collapsed editable value=Large
          List
            ListItem "Small" unselected
            ListItem "Large" selected
    `);
    const shown = `
      Document Shirt
        ComboBox Size
          List
            ListItem Small
            ListItem Large
    `;
    expectViews({ control: shown, content: shown });
    expect(byName('Size')).toMatchObject({ value: 'Large', role: 'combo box' });
    expect(byName('Size').states).toContain('expandable');
    expect(byName('Size').states).not.toContain('expanded');
  });

  test('has dialogs and addresses only in the raw view, and landmarks with their own words', () => {
    show(`
      Document "Help"
        Group role=main
          Text "Read this first."
        Group raw
          Text "Street 1"
        Pane "Editor" role=application
          Text "Type here."
        Window raw
          Text "Sure?"
    `);
    const shown = `
      Document Help
        Group
          Text Read this first.
        Text Street 1
        Pane Editor
          Text Type here.
        Text Sure?
    `;
    expectViews({ control: shown, content: shown });
    expect(byName('Editor').role).toBe('application');
    const found = strategy.matching?.(notes, null, { name: 'Sure?' });
    expect(found).toHaveLength(1);
    expect(strategy.ancestors(notes, found![0]!.runtimeId).map(({ controlType }) => controlType)).toEqual([
      'Window',
      'Document',
      'Window',
    ]);
  });

  test('has tree grids whose rows are siblings, whatever their nesting', () => {
    show(`
      DataGrid "Mails"
        TreeItem "Offer Ann" expanded
          DataItem "Offer" unselected
            Text "Offer" raw
          DataItem "Ann" unselected
            Text "Ann" raw
        TreeItem "Re: Offer Bob" collapsed
          DataItem "Re: Offer" unselected
            Text "Re: Offer" raw
    `);
    expect(outline('control')).toEqual(
      lines(`
        DataGrid Mails
          TreeItem Offer Ann
            DataItem Offer
            DataItem Ann
          TreeItem Re: Offer Bob
            DataItem Re: Offer
      `),
    );
    expect(byName('Offer Ann').states).toContain('expanded');
    expect(paged('content')).toEqual(outline('control'));
  });
});

/** axe-windows: its snapshots of WPF and of the task bar, and its rules on IsContentElement and ChildrenNotAllowedInContentView. */
describe('a window as recorded by axe-windows', () => {
  test('has menus and bars that are controls without content, replaced by their children', () => {
    show(`
      Menu "" control class=Menu
        MenuItem "File" collapsed class=MenuItem
          Text "File" raw class=TextBlock
      Custom "" role=color_picker class=PickerControl
        Button "Red" invoke
          Text "Red" control
        ScrollBar "" control
          Button "Up" control invoke
          Thumb "" control
      DataGrid "" role=datagrid class=DataGrid
        Header "" control
          HeaderItem "Born" control
        DataItem "Ada" unselected
          Custom "1815" role=item class=DataGridCell
            Text "1815"
    `);
    expectViews({
      control: `
        Menu
          MenuItem File
        Custom
          Button Red
            Text Red
          ScrollBar
            Button Up
            Thumb
        DataGrid
          Header
            HeaderItem Born
          DataItem Ada
            Custom 1815
              Text 1815
      `,
      content: `
        MenuItem File
        Custom
          Button Red
        DataGrid
          DataItem Ada
            Custom 1815
              Text 1815
      `,
    });
    const picker = read().children![1]!;
    expect(picker).toMatchObject({ controlType: 'Custom', role: 'color picker' });
    expect(strategy.details(notes, picker.runtimeId).properties).toMatchObject({
      ClassName: 'PickerControl',
      IsControlElement: 'true',
      IsContentElement: 'true',
    });
  });

  test('has a task bar of buttons below unnamed panes', () => {
    show(`
      Pane "" class=Shell_TrayWnd
        Pane ""
          Button "Start" #StartButton off class=ToggleButton
          Pane ""
            ToolBar "Running applications" class=MSTaskListWClass
              Button "Editor - 2 running windows" #Editor.App invoke
        Pane "" class=TrayNotifyWnd
          Button "Clock 12:30" #SystemTrayIcon invoke
    `);
    const shown = `
      Pane
        Pane
          Button Start
          Pane
            ToolBar Running applications
              Button Editor - 2 running windows
        Pane
          Button Clock 12:30
    `;
    expectViews({ control: shown, content: shown });
    expect(byName('Start')).toMatchObject({ automationId: 'StartButton', role: 'button' });
    expect(strategy.matching?.(notes, null, { automationId: 'Editor.App' })).toHaveLength(1);
  });
});

/** A provider that returns another runtime id for each query. */
describe('elements with changing ids', () => {
  const written = `
    List "Fruit"
      ListItem "Pear" invoke
      ListItem "Plum" invoke
        Text "Ripe"
      ListItem "Fig" invoke
  `;
  const shown = ['List Fruit', '  ListItem Pear', '  ListItem Plum', '    Text Ripe', '  ListItem Fig'];

  const failureOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return translateError(error);
    }
    throw new Error('It went well.');
  };

  test('are read, found and paged like others', () => {
    show(written, { restless: true });
    expect(outline('raw')).toEqual(shown);
    expect(outline('control')).toEqual(shown);
    expect(paged('control')).toEqual(shown);
    expect(strategy.matching?.(notes, null, { name: 'Fig' })).toMatchObject([{ name: 'Fig', controlType: 'ListItem' }]);
    const part = strategy.parts!.around(notes, null, { maxNodes: 100, cancelled: () => false });
    expect(outline('raw', part.root)).toEqual(shown);
  });

  test('are acted on only by the id that they were read with', () => {
    show(written, { restless: true });
    const plum = byName('Plum');
    strategy.run(notes, plum.runtimeId, { pattern: 'invoke' });
    expect(fixture.section.read('invoked')).toBe(3);
    expect(strategy.details(notes, plum.runtimeId).name).toBe('Plum');
    // After another read they have other ids: the old id is stale, as reported.
    expect(byName('Plum').runtimeId).not.toBe(plum.runtimeId);
    fixture.section.set({ invoked: 0 });
    const act = () => strategy.run(notes, plum.runtimeId, { pattern: 'invoke' });
    expect(failureOf(act)).toMatchObject({ code: 'element_stale' });
    expect(fixture.section.read('invoked')).toBe(0);
  });

  test('have one position in their window, by which they are pressed and recorded', () => {
    show(written, { restless: true });
    const { bounds } = byName('Fig');
    const at = { x: bounds!.x + 3, y: bounds!.y + 3 };
    const path = strategy.parts!.path(notes, at);
    expect(path.map(({ name }) => name).slice(1)).toEqual(['Fruit', 'Fig']);
    expect(strategy.parts!.indices(notes, path.at(-1)!.runtimeId)).toEqual([0, 2]);
    expect(strategy.parts!.isOnly(notes, null, path.at(-1)!, ['name'])).not.toBe(true);
  });
});
