import { readKernelFile } from './kernel-file.ts';

/** By a file that only programs of that toolkit have loaded; the first that fits, since browsers load GTK too. */
const marks = [
  ['libreoffice', /\/libvcl(plug_\w+)?lo\.so/],
  ['firefox', /\/libxul\.so/],
  ['electron', /\/(electron|resources\/(default_)?app\.asar)$/m],
  ['chromium', /\/(v8_context_snapshot\.bin|snapshot_blob\.bin|chrome_100_percent\.pak)$/m],
  ['java', /\/libjvm\.so/],
  ['qt6', /\/libQt6Gui\.so/],
  ['qt5', /\/libQt5Gui\.so/],
  ['gtk4', /\/libgtk-4\.so/],
  ['gtk3', /\/libgtk-3\.so/],
  ['gtk2', /\/libgtk-x11-2\.0\.so/],
  ['wine', /\/winex11(\.drv)?\.so/],
  ['tk', /\/libtk\d/],
  ['xaw', /\/libXaw/],
] as const satisfies readonly (readonly [toolkit: string, mark: RegExp])[];

export type LoadedToolkit = (typeof marks)[number][0];

/** The toolkits a process has loaded, by its `/proc/<id>/maps`; the first is the one that draws its windows. */
export function toolkitsIn(maps: string): readonly LoadedToolkit[] {
  return marks.filter(([, mark]) => mark.test(maps)).map(([toolkit]) => toolkit);
}

/**
 * What draws a program's windows, by the files it has loaded; empty where none is known, or we may not look. Asks the
 * kernel and not the program, so that a frozen one answers as well.
 */
export async function toolkitOfProcess(processId: number): Promise<LoadedToolkit | ''> {
  const maps = await readKernelFile(`/proc/${processId}/maps`, 'latin1').catch(() => '');
  return toolkitsIn(maps)[0] ?? '';
}
