import { word } from '#contract/foreign-text';
import type { Check } from '#contract/model/engine';
import { formatRect } from '#contract/model/geometry';
import { hasCompositor } from '../x11/display/compositor.ts';
import type { XConnection } from '../x11/display/connection.ts';
import type { Extensions } from '../x11/display/extensions.ts';
import { listMonitors } from '../x11/display/monitors.ts';
import { readNumbers, readText } from '../x11/display/properties.ts';
import { failed, ok, warning } from '../../../doctor/check.ts';

export async function checkDisplay(x: XConnection, display: string): Promise<Check> {
  const monitors = await listMonitors(x);
  const places = monitors.map((monitor) => `${monitor.name} (${formatRect(monitor.bounds)})`).join('; ');
  return ok('Display', `${display}: ${places}`);
}

/** What of EWMH the back end relies on. */
const needed = [
  '_NET_CLIENT_LIST_STACKING',
  '_NET_ACTIVE_WINDOW',
  '_NET_WM_STATE',
  '_NET_CLOSE_WINDOW',
  '_NET_MOVERESIZE_WINDOW',
  '_NET_FRAME_EXTENTS',
];

export async function checkWindowManager(x: XConnection): Promise<Check> {
  const name = 'Window manager';
  const [check] = await readNumbers(x, x.root, '_NET_SUPPORTING_WM_CHECK');
  if (!check) {
    const fix = 'Start one, e.g. `openbox &`.';
    return failed(name, 'None that follows EWMH runs: windows cannot be focused or moved.', fix);
  }
  const supported = new Set(await readNumbers(x, x.root, '_NET_SUPPORTED', 1 << 14));
  const atoms = await Promise.all(needed.map((atom) => x.atom(atom)));
  const missing = needed.filter((_, i) => !supported.has(atoms[i] ?? 0));
  const title = await readText(x, check, '_NET_WM_NAME').catch(() => '');
  if (missing.length === 0) return ok(name, title === '' ? 'It follows EWMH.' : word(title));
  return warning(
    name,
    `${title === '' ? 'It' : word(title)} lacks ${missing.join(', ')}.`,
    'Some window actions will not work with it.',
  );
}

const extensions: readonly { readonly id: keyof Extensions; readonly name: string; readonly without: string }[] = [
  { id: 'xtest', name: 'XTEST', without: 'Mouse and keyboard cannot be driven.' },
  { id: 'record', name: 'RECORD', without: 'Input cannot be observed, so nothing can be recorded.' },
  { id: 'shape', name: 'SHAPE', without: 'Elements cannot be outlined.' },
];

export async function checkExtensions(x: XConnection): Promise<readonly Check[]> {
  return Promise.all(
    extensions.map(async ({ id, name, without }) =>
      (await x.extension(id))
        ? ok(`Extension ${name}`, 'It is there.')
        : failed(`Extension ${name}`, without, `Start the X server with \`+extension ${name}\`.`),
    ),
  );
}

export async function checkPictures(x: XConnection): Promise<Check> {
  const name = 'Pictures of windows';
  if (await hasCompositor(x)) return ok(name, 'A compositor keeps covered windows whole.');
  if (await x.extension('composite')) return ok(name, 'The Composite extension keeps covered windows whole.');
  return warning(
    name,
    'Without the Composite extension, only what can be seen of a window is in its picture.',
    'Start the X server with `+extension Composite`.',
  );
}
