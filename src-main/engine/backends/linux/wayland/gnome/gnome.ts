import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import { secondsSinceStart } from '../../../../../base/processes/is-alive.ts';
import { isInstalled } from '../../../../../setup/gnome-extension/place.ts';
import { sleep } from '../../../../../base/async/deadline.ts';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Pixels, RawInput } from '../../../../backend.ts';
import { pixelsOfPng, resized } from '../../../../picture/canvas.ts';
import { crop } from '../../../../picture/pixels.ts';
import { nameOf } from '../../x11/input/keyboard/keys.ts';
import {
  receivedInPart,
  type Compositor,
  type Lack,
  type Clipboard,
  type TextSink,
  type CompositorWindow,
  type PictureSource,
} from '../compositor.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import { gnomeShortcuts } from '../shortcuts/gnome.ts';
import { LayoutKeys } from '../xkb/layout-keys.ts';
import { Layout } from '../layout.ts';
import { buttonOf, modifiersIn } from '../input/evdev.ts';
import { GnomeInput, clutterButtons } from './gnome-input.ts';
import { GnomeLink } from './link.ts';
import { GnomeOutline } from './outline.ts';
import { gnomePresses } from './presses.ts';
import { gnomeWindows, type GnomeWindow } from './windows.ts';

/** Features of Mutter only. */
export const gnomeMark = 'gtk_shell1';

/**
 * A shell accepts windows before it has loaded its extensions: an installed extension is waited for until this long after the
 * start.
 */
const youngSeconds = 10;

/**
 * GNOME, through the extension that Deskscope installs.
 * @param path of the compositor's socket
 * @param shell its process id, if known
 * @throws CompositorLost; AppError `unsupported_platform` if the extension cannot be used
 */
export async function openGnome(outputs: Outputs, path: string, shell: number | undefined): Promise<Compositor> {
  const link = await openLink(shell);
  try {
    // A seat reports a keyboard, and its keys, once there is one.
    await link.notify('hands');
    const keys = await LayoutKeys.open(path, () => link.ask('layout', {}, z.number()));
    const pointerInput = new GnomeInput(link, keys);
    const presses = gnomePresses(link);
    const { sink, clipboard } = gnomeText(link);
    return {
      name: `GNOME Shell ${link.shell}`,
      lacks: [receivedInPart(presses), ...lacks],
      ...gnomeWindows(link),
      pointer: pointerInput,
      keys: pointerInput,
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
    throw new AppError(
      'unsupported_platform',
      `GNOME does not expose its windows to other programs, and ${error.message}.`,
      {
        hint: 'Install the extension with `deskscope gnome install`, log out and in again. With `--backend x11` Deskscope works with what runs through XWayland.',
        cause: error,
      },
    );
  }
}

/** Time for an app to paste, in milliseconds: GNOME does not report when the app has requested the text. */
const pasteMs = 1_000;

function gnomeText(link: GnomeLink): { readonly sink: TextSink; readonly clipboard: Clipboard } {
  return {
    sink: { commit: (text) => link.ask('commit', { text }, z.boolean()) },
    clipboard: {
      async lend(text, paste) {
        try {
          await link.notify('lend', { text });
          await paste();
          await sleep(pasteMs);
          return true;
        } finally {
          await link.notify('restore');
        }
      },
    },
  };
}

/** Screenshots by the shell, as PNG: outputs, and windows, including covered ones. */
class GnomePictures implements PictureSource {
  readonly #link: GnomeLink;
  readonly #outputs: Outputs;

  constructor(link: GnomeLink, outputs: Outputs) {
    this.#link = link;
    this.#outputs = outputs;
  }

  async part(object: number, part: Rect): Promise<Pixels> {
    const output = this.#outputs.list().find((each) => each.object === object);
    if (!output) throw new CompositorLost('the output is gone');
    return crop(await this.#read('picture', { area: output.logical }), part);
  }

  /** A window is painted at an integer scale, and scaled down for an output with a fractional one. */
  async window(window: CompositorWindow): Promise<Pixels> {
    const { frame } = window;
    const pixels = await this.#read('window', { id: (window as GnomeWindow).number });
    const layout = new Layout(this.#outputs.list());
    const { scale } = layout.projectionOf(frame);
    const painted = Math.ceil(scale);
    const isWhole = [pixels.width - frame.width * painted, pixels.height - frame.height * painted].every(
      (off) => Math.abs(off) <= 1,
    );
    return isWhole && painted !== scale ? resized(pixels, layout.toScreen(frame)) : pixels;
  }

  async #read(ask: string, reported: Readonly<Record<string, unknown>>): Promise<Pixels> {
    return pixelsOfPng(await this.#link.read(ask, reported));
  }
}

const pointFields = { x: z.number(), y: z.number() };

const receivedInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('move'), ...pointFields }),
  z.object({ type: z.literal('button'), ...pointFields, button: z.number(), down: z.boolean(), modifiers: z.number() }),
  z.object({ type: z.literal('wheel'), ...pointFields, notches: z.number() }),
  z.object({ type: z.literal('key'), keysym: z.number(), modifiers: z.number() }),
]);

type GrabbedEvent = z.output<typeof receivedInput>;

const buttons = new Map([...clutterButtons].map(([code, button]) => [button, buttonOf(code)] as const));

/** Grabs pointer and keys with a modal grab of the shell. @returns a function that releases both */
async function grabByShell(
  link: GnomeLink,
  outputs: Outputs,
  listener: (input: RawInput) => void,
): Promise<Disposable> {
  const layout = new Layout(outputs.list());
  const end = link.onEvent('grabbed', (reported) => {
    const parsed = receivedInput.safeParse(reported['heard']);
    const input = parsed.success ? toInput(parsed.data, layout) : null;
    if (input) listener(input);
  });
  try {
    await link.notify('grab', { on: true });
  } catch (error) {
    end();
    throw error;
  }
  return disposable(() => {
    end();
    link.notify('grab', { on: false }).catch(() => undefined);
  });
}

/** In Deskscope's terms; null for buttons and keys without an equivalent. */
export function toInput(reported: GrabbedEvent, layout: Layout): RawInput | null {
  const time = performance.now();
  if (reported.type === 'key') {
    const name = nameOf(reported.keysym);
    if (name === null) return null;
    return { type: 'key', key: [...modifiersIn(reported.modifiers), name].join('+'), text: null, time };
  }
  const { x, y } = layout.pixelAt(reported);
  if (reported.type === 'move') return { type: 'move', x, y, time };
  if (reported.type === 'wheel') return { type: 'wheel', x, y, notches: reported.notches, time };
  const button = buttons.get(reported.button);
  const modifiers = modifiersIn(reported.modifiers);
  return button ? { type: 'button', x, y, button, down: reported.down, modifiers, time } : null;
}
