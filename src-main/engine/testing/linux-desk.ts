import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import { createLog } from '../../base/log.ts';
import { createBackend } from '../create-backend.ts';
import { createLocalEngine } from '../local-engine.ts';
import { elementOf, windowOf, type Desk } from './desk.ts';

const factory = 'gtk3-widget-factory';
const appears = { timeout: 20_000, interval: 100 };

/** Real apps of this machine on the current DISPLAY: galculator, mousepad and gtk3-widget-factory. */
export async function linuxDesk(): Promise<Desk> {
  const log = createLog('contract');
  const engine = await createLocalEngine({ log, backend: (options) => createBackend('linux', options) });
  const apps = [start('galculator'), start('mousepad', ['--disable-server']), start('gtk3-widget-factory')];
  const title = 'galculator';
  const button = (name: string) => `role=Button name="${name}"`;
  const desk: Desk = {
    engine,
    calculator: {
      ...{ title, seven: button('7'), times: button('*'), six: button('6'), equals: button('='), clear: button('C') },
      result: async () => (await elementOf(desk, { title, selector: 'role=Edit nth=0' })).value?.trim() ?? '',
    },
    editor: { title: 'Mousepad', selector: 'role=Edit' },
    checkBox: { title: factory, selector: 'role=CheckBox name="checkbutton" nth=4' },
    legible: { title: factory, selector: 'role=CheckBox name="checkbutton" nth=4' },
    disabled: { title: factory, selector: 'role=CheckBox name="checkbutton" nth=0', call: { pattern: 'toggle' } },
    table: { title: factory, selector: 'role=Table nth=0', cell: { row: 1, column: 2, name: 'Otto' } },
    async open() {
      const app = start('gtk3-demo-application');
      await vi.waitFor(() => windowOf(desk, 'Application Class'), appears);
      return { title: 'Application Class', close: () => end(app) };
    },
    async close() {
      await engine.close();
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

async function end(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  app.kill('SIGKILL');
  await once(app, 'exit');
}
