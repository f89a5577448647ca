import { AppError } from '#contract/errors';
import { z } from 'zod';
import { secondsSinceStart } from '../../../../../base/processes/is-alive.ts';
import { isInstalled } from '../../../../../setup/gnome-extension/place.ts';
import { heardInPart, type Compositor, type Lack } from '../compositor.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import { gnomeShortcuts } from '../shortcuts/gnome.ts';
import { LayoutKeys } from '../xkb/layout-keys.ts';
import { grabByShell } from './grab.ts';
import { GnomeHands } from './hands.ts';
import { GnomeLink } from './link.ts';
import { GnomeOutline } from './outline.ts';
import { GnomePictures } from './pictures.ts';
import { gnomePresses } from './presses.ts';
import { gnomeText } from './text.ts';
import { gnomeWindows } from './windows.ts';

/** What only Mutter offers. */
export const gnomeMark = 'gtk_shell1';

/** A shell takes windows before it has begun with its extensions: for so long after its start one that is installed is waited for. */
const youngSeconds = 10;

/**
 * GNOME, by the extension that Deskscope installs there.
 * @param path of the compositor's socket
 * @param shell its process id, where that is told
 * @throws CompositorLost; AppError `unsupported_platform` where the extension cannot be used
 */
export async function openGnome(outputs: Outputs, path: string, shell: number | undefined): Promise<Compositor> {
  const link = await openLink(shell);
  try {
    // A seat has a keyboard, and tells its keys, once there is any.
    await link.tell('hands');
    const keys = await LayoutKeys.open(path, () => link.ask('layout', {}, z.number()));
    const hands = new GnomeHands(link, keys);
    const presses = gnomePresses(link);
    const { sink, clipboard } = gnomeText(link);
    return {
      name: `GNOME Shell ${link.shell}`,
      lacks: [heardInPart(presses), ...lacks],
      ...gnomeWindows(link),
      pointer: hands,
      keys: hands,
      text: sink,
      clipboard,
      pictures: new GnomePictures(link, outputs),
      shortcuts: gnomeShortcuts,
      outline: new GnomeOutline(link, outputs),
      grab: (listener) => grabByShell(link, outputs, listener),
      presses,
      onLost: (listener) => link.onLost(listener),
      close() {
        link.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    link.close();
    throw error;
  }
}

const lacks: readonly Lack[] = [
  {
    name: 'The pointer in pictures',
    why: 'The shell draws it into none of them.',
    instead: 'Pictures have no pointer.',
  },
];

const isYoung = (shell: number) => (secondsSinceStart(shell) ?? youngSeconds) < youngSeconds;

async function openLink(shell: number | undefined): Promise<GnomeLink> {
  const mayCome = () => shell !== undefined && isYoung(shell) && isInstalled(process.env);
  try {
    return await GnomeLink.open(mayCome);
  } catch (error) {
    if (!(error instanceof CompositorLost)) throw error;
    throw new AppError('unsupported_platform', `GNOME shows its windows to no other program, and ${error.message}.`, {
      hint: 'Install the extension with `deskscope gnome install`, log out and in again. With `--backend x11` Deskscope works with what runs through XWayland.',
      cause: error,
    });
  }
}
