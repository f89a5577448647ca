import { createLog } from '../../base/log.ts';
import { createBackend } from '../create-backend.ts';
import { createLocalEngine } from '../local-engine.ts';
import { appears, elementOf, standing, type Desk } from './desk.ts';
import { end, start } from './programs.ts';

const factory = 'gtk3-widget-factory';

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
      title,
      seven: button('7'),
      times: button('*'),
      six: button('6'),
      equals: button('='),
      clear: button('C'),
      result: async () => (await elementOf(desk, { title, selector: 'role=Edit nth=0' })).value?.trim() ?? '',
    },
    editor: { title: 'Mousepad', selector: 'role=Edit' },
    checkBox: { title: factory, selector: 'role=CheckBox name="checkbutton" nth=4' },
    legible: { title: factory, selector: 'role=CheckBox name="checkbutton" nth=4' },
    disabled: { title: factory, selector: 'role=CheckBox name="checkbutton" nth=0', call: { pattern: 'toggle' } },
    table: { title: factory, selector: 'role=Table nth=0', cell: { row: 1, column: 2, name: 'Otto' } },
    async open() {
      const app = start('gtk3-demo-application');
      await appears(desk, 'Application Class');
      return { title: 'Application Class', close: () => end(app) };
    },
    async close() {
      await engine.close();
      await Promise.all(apps.map(end));
    },
  };
  return standing(desk);
}
