import { createLog } from '../../base/log.ts';
import { startGnome, type GnomeSession } from '../backends/linux/testing/compositors/gnome-session.ts';
import { startKWin, type KWinSession } from '../backends/linux/testing/compositors/kwin-session.ts';
import { startSway, type SwaySession } from '../backends/linux/testing/compositors/sway-session.ts';
import { createBackend, type BackendName } from '../create-backend.ts';
import { createLocalEngine } from '../process/local-engine.ts';
import { appears, elementOf, standing, type Desk } from './desk.ts';
import { end, start } from './programs.ts';

const factory = 'gtk3-widget-factory';

/** Real apps of this machine on the current DISPLAY: galculator, mousepad and gtk3-widget-factory. */
export function linuxDesk(): Promise<Desk> {
  return deskOf('x11');
}

/** The same apps on a sway without a screen, as Wayland apps. */
export async function swayDesk(): Promise<Desk> {
  const cannot = ['drawPointer', 'minimize', 'maximize', 'pinOnTop', 'moveToDesktop'] as const;
  return inSession(await startSway(), cannot);
}

/** The same on a KWin. */
export async function kwinDesk(): Promise<Desk> {
  return inSession(await startKWin(), ['drawPointer', 'moveToDesktop']);
}

/** The same on a GNOME Shell. */
export async function gnomeDesk(): Promise<Desk> {
  const desk = await inSession(await startGnome(), ['drawPointer']);
  try {
    // A session begins with the overview, which takes input meant for windows.
    const { id } = await appears(desk, desk.calculator.title);
    await desk.engine.actOnWindow({ window: id, action: 'focus' });
    return desk;
  } catch (error) {
    await desk.close();
    throw error;
  }
}

async function inSession(session: SwaySession | KWinSession | GnomeSession, cannot: Desk['cannot']): Promise<Desk> {
  const before = { ...process.env };
  for (const [name, value] of Object.entries(session.env)) setVariable(name, value);
  const restore = async () => {
    await session.close();
    for (const name of Object.keys(session.env)) setVariable(name, before[name]);
  };
  const desk = await deskOf('wayland', cannot).catch(async (error: unknown) => {
    await restore();
    throw error;
  });
  return {
    ...desk,
    async close() {
      await desk.close();
      await restore();
    },
  };
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}

async function deskOf(backend: BackendName, cannot: Desk['cannot'] = []): Promise<Desk> {
  const log = createLog('contract');
  const engine = await createLocalEngine({ log, backend: (options) => createBackend(backend, options) });
  const apps = [start('galculator'), start('mousepad', ['--disable-server']), start('gtk3-widget-factory')];
  const title = 'galculator';
  const button = (name: string) => `role=Button name="${name}"`;
  const desk: Desk = {
    engine,
    cannot,
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
