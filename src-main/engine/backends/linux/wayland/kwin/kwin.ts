import { basename } from 'node:path';
import { receivedInPart, noRecording, type Compositor, type Lack, type PressSource } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import type { Outputs } from '../wire/outputs.ts';
import { openPortals } from '../portals/portals.ts';
import { kdeShortcuts } from '../shortcuts/kde.ts';
import { LayoutKeys } from '../xkb/layout-keys.ts';
import { KWinBus } from './bus.ts';
import { FakeInput, fakeInput } from './fake-input.ts';
import { findLog } from './log.ts';
import { removeLeftEffect } from './press-effect.ts';
import { kwinPresses } from './presses.ts';
import { ScreenShot, type PictureAccess } from './screenshot.ts';
import { openKWinWindows } from './windows.ts';

type Parts = Omit<Compositor, 'outline' | 'grab' | 'clipboard'>;

const noLog = (name: string) =>
  `${name} tells what a person presses in its log alone, and there is no journal here. DESKSCOPE_KWIN_LOG names a file that it writes to.`;

/** Features of KWin only. */
export const kwinMark = 'org_kde_plasma_shell';

/**
 * KWin, through scripts for windows, its own protocol for input and its own service for screenshots; through portals for both
 * if it does not permit them.
 * @throws CompositorLost
 */
export async function openKWin(
  connection: WaylandConnection,
  outputs: Outputs,
  { path, address }: { readonly path: string; readonly address: string },
): Promise<Parts> {
  const bus = await KWinBus.open(address);
  try {
    // A killed predecessor must not fail our start.
    await Promise.allSettled([bus.removeLeft(), removeLeftEffect(bus)]);
    const windows = await openKWinWindows(bus);
    const isGranted = connection.globals(fakeInput).length > 0;
    const input = isGranted ? new FakeInput(connection, await LayoutKeys.open(path, () => bus.layout())) : null;
    const pictures = new ScreenShot(address, outputs);
    const log = findLog();
    const presses = log && kwinPresses(bus, log);
    const access = await pictures.access();
    const hasPictures = access === 'granted';
    // The portal's screenshots are KWin's own.
    const isWhole = isGranted && access !== 'refused';
    const portals = isWhole ? null : await openPortals({ connection, outputs, path, address });
    const { pointer, keys } = input ? { pointer: input, keys: input } : (portals ?? {});
    const shown = hasPictures ? pictures : portals?.pictures;
    const granted = { input: input !== null, pictures: access };
    const instead = { input: pointer !== undefined, pictures: shown !== undefined };
    return {
      ...windows,
      ...(pointer && keys && { pointer, keys }),
      ...(shown && { pictures: shown }),
      ...(presses && { presses }),
      shortcuts: kdeShortcuts,
      isAsking: () => portals?.isAsking() ?? false,
      lacks: [...lacksOf(windows.name, presses), ...notGranted(granted, instead)],
      async close() {
        windows.dispose();
        await portals?.close();
        await bus.close();
      },
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
}

function lacksOf(name: string, presses: PressSource | null): readonly Lack[] {
  return [
    presses ? receivedInPart(presses) : { ...noRecording, why: noLog(name) },
    {
      name: 'The pointer in pictures',
      why: `${name} does not report the pointer’s position.`,
      instead: 'Pictures have no pointer.',
    },
  ];
}

/**
 * KWin permits input and screenshots to programs whose .desktop file requests them. It identifies the started executable, so
 * one that runs other programs must not have the permission: they could press keys.
 */
const shared = new Set(['node', 'electron']);

interface Granted {
  readonly input: boolean;
  readonly pictures: PictureAccess;
}

interface Abilities {
  readonly input: boolean;
  readonly pictures: boolean;
}

const noPictures: Lack = {
  name: 'Pictures',
  why: 'KWin takes no pictures here (org.kde.KWin.ScreenShot2): it draws without OpenGL.',
  instead:
    'Use the element tree. Pictures need a GPU that KWin can use: its “About this System” says what it draws with.',
};

/**
 * Features that KWin lacks, or denies to an unpermitted program.
 * @param byPortal the portal's replacements
 */
function notGranted({ input, pictures }: Granted, byPortal: Abilities): readonly Lack[] {
  const program = basename(process.execPath);
  const instead = shared.has(program)
    ? `Use an installed Deskscope: a grant to ${program} covers every program it runs.`
    : 'A .desktop file of yours grants it, from the next login on: docs/wayland.md has its text.';
  const why = (what: string, isThere: boolean) =>
    `KWin gives ${what} to programs alone that were granted it, and ${program} was not.` +
    (isThere ? ' It comes through the desktop portal meanwhile, which can do less and may ask.' : '');
  return [
    ...(input ? [] : [{ name: 'Mouse and keyboard', why: why(`input (${fakeInput})`, byPortal.input), instead }]),
    ...(pictures === 'refused'
      ? [{ name: 'Pictures', why: why('pictures (org.kde.KWin.ScreenShot2)', byPortal.pictures), instead }]
      : []),
    ...(pictures === 'none' ? [noPictures] : []),
  ];
}
