import { noRecording, type Compositor, type Lack } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import type { Outputs } from '../wire/outputs.ts';
import { KWinBus } from './bus.ts';
import { FakeInput, fakeInput } from './fake-input.ts';
import { notGranted } from './grant.ts';
import { LayoutKeys } from '../xkb/layout-keys.ts';
import { ScreenShot } from './screenshot.ts';
import { openKWinWindows } from './windows.ts';

type Parts = Omit<Compositor, 'outline' | 'grab' | 'clipboard'>;

/** What only KWin offers. */
export const kwinMark = 'org_kde_plasma_shell';

/**
 * KWin, by scripts for windows, its own protocol for input and its own service for pictures.
 * @throws CompositorLost
 */
export async function openKWin(
  connection: WaylandConnection,
  outputs: Outputs,
  { path, address }: { readonly path: string; readonly address: string },
): Promise<Parts> {
  const bus = await KWinBus.open(address);
  try {
    const windows = await openKWinWindows(bus);
    const isGranted = connection.globals(fakeInput).length > 0;
    const input = isGranted ? new FakeInput(connection, await LayoutKeys.open(path, () => bus.layout())) : null;
    const pictures = new ScreenShot(address, outputs);
    const hasPictures = await pictures.isGranted();
    return {
      ...windows,
      ...(input && { pointer: input, keys: input }),
      ...(hasPictures && { pictures }),
      lacks: [...lacksOf(windows.name), ...notGranted({ input: input !== null, pictures: hasPictures })],
      close: () => bus.close(),
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
}

function lacksOf(name: string): readonly Lack[] {
  return [
    { ...noRecording, why: `${name} lets no program hear what a person presses.` },
    {
      name: 'The pointer in pictures',
      why: `Where the pointer is ${name} tells no one.`,
      instead: 'Pictures have no pointer.',
    },
  ];
}
