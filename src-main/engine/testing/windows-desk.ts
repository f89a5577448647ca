import { controls } from '../backends/win32/testing/fixtures.ts';
import { startWindowsEngine } from '../backends/win32/testing/windows-engine.ts';
import { appears, elementOf, standing, type Desk } from './desk.ts';
import { end, start } from './programs.ts';

const gallery = 'Fixture Gallery';

/** Windows' own Notepad and windows of standard controls, with an engine in its own process. */
export async function windowsDesk(): Promise<Desk> {
  const windows = await startWindowsEngine();
  const apps = [start('notepad.exe'), start(controls, ['calculator']), start(controls, ['gallery'])];
  const title = 'Fixture Calculator';
  const button = (name: string) => `role=Button name="${name}"`;
  const desk: Desk = {
    engine: windows.engine,
    cannot: ['fullscreen', 'moveToDesktop'],
    calculator: {
      title,
      seven: button('7'),
      times: button('*'),
      six: button('6'),
      equals: button('='),
      clear: button('C'),
      result: async () => (await elementOf(desk, { title, selector: 'id=150' })).value ?? '',
    },
    editor: { title: 'Notepad', selector: 'role=Document' },
    checkBox: { title: gallery, selector: 'role=CheckBox name="Subscribe"' },
    legible: { title: gallery, selector: 'role=Button name="On the general page"' },
    disabled: { title: gallery, selector: 'role=Button name="Disabled"', call: { pattern: 'invoke' } },
    table: { title: gallery, selector: 'id=331', cell: { row: 1, column: 2, name: 'Otto' } },
    async open() {
      const app = start(controls, ['notes']);
      await appears(desk, 'Fixture Notes');
      return { title: 'Fixture Notes', close: () => end(app) };
    },
    async close() {
      await windows.close();
      await Promise.all(apps.map(end));
    },
  };
  return standing(desk);
}
