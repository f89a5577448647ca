import { spawn, type ChildProcess } from 'node:child_process';
import { vi } from 'vitest';
import { end } from '../backends/windows/testing/apps.ts';
import { controls } from '../backends/windows/testing/fixtures.ts';
import { startWindowsEngine } from '../backends/windows/testing/windows-engine.ts';
import { elementOf, windowOf, type Desk } from './desk.ts';

const gallery = 'Fixture Gallery';
const appears = { timeout: 20_000, interval: 100 };

/** Windows' own Notepad and windows of standard controls, before an engine in its own process. */
export async function windowsDesk(): Promise<Desk> {
  const windows = await startWindowsEngine();
  const apps = [start('notepad.exe'), start(controls, ['calculator']), start(controls, ['gallery'])];
  const title = 'Fixture Calculator';
  const button = (name: string) => `role=Button name="${name}"`;
  const desk: Desk = {
    engine: windows.engine,
    cannot: ['fullscreen', 'moveToDesktop'],
    calculator: {
      ...{ title, seven: button('7'), times: button('*'), six: button('6'), equals: button('='), clear: button('C') },
      result: async () => (await elementOf(desk, { title, selector: 'id=150' })).value ?? '',
    },
    editor: { title: 'Notepad', selector: 'role=Document' },
    checkBox: { title: gallery, selector: 'role=CheckBox name="Subscribe"' },
    legible: { title: gallery, selector: 'role=Button name="On the general page"' },
    disabled: { title: gallery, selector: 'role=Button name="Disabled"', call: { pattern: 'invoke' } },
    table: { title: gallery, selector: 'id=331', cell: { row: 1, column: 2, name: 'Otto' } },
    async open() {
      const app = start(controls, ['sleeper']);
      await vi.waitFor(() => windowOf(desk, 'Fixture Sleeper'), appears);
      return { title: 'Fixture Sleeper', close: () => end(app) };
    },
    async close() {
      await windows.close();
      await Promise.all(apps.map(end));
    },
  };
  try {
    for (const spot of [desk.editor, desk.checkBox, { title, selector: desk.calculator.seven }]) {
      await vi.waitFor(() => elementOf(desk, spot), appears);
    }
    return desk;
  } catch (error) {
    await desk.close();
    throw error;
  }
}

function start(command: string, args: readonly string[] = []): ChildProcess {
  return spawn(command, [...args], { stdio: 'ignore' });
}
