import type { Monitor } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { XConnection } from './connection.ts';
import type { RandrCrtc, RandrOutput, RandrResources, XRandr } from './extensions.ts';

/** The monitors of the desktop, the primary one first; the whole screen where the server does not know monitors. */
export async function listMonitors(x: XConnection): Promise<readonly Monitor[]> {
  const randr = await x.extension('randr');
  const found = randr ? await readOutputs(x, randr) : [];
  const monitors = found.length > 0 ? found : [{ name: 'screen', bounds: screenBounds(x), primary: true }];
  const sorted = [...monitors].sort(
    (a, b) => Number(b.primary) - Number(a.primary) || a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y,
  );
  const anyPrimary = sorted.some((monitor) => monitor.primary);
  // X positions are physical pixels whatever toolkits scale to.
  return sorted.map((monitor, index) => ({
    ...monitor,
    index,
    primary: anyPrimary ? monitor.primary : index === 0,
    scale: 1,
  }));
}

export function screenBounds(x: XConnection): Rect {
  return { x: 0, y: 0, width: x.screen.pixel_width, height: x.screen.pixel_height };
}

type Output = Pick<Monitor, 'name' | 'bounds' | 'primary'>;

async function readOutputs(x: XConnection, randr: XRandr): Promise<Output[]> {
  const [resources, primary] = await Promise.all([
    x.ask<RandrResources>((_, done) => randr.GetScreenResourcesCurrent(x.root, done)),
    x.ask<number>((_, done) => randr.GetOutputPrimary(x.root, done)),
  ]);
  const time = resources.config_timestamp;
  const outputs = await Promise.all(
    resources.outputs.map(async (id): Promise<Output | null> => {
      const output = await x.ask<RandrOutput>((_, done) => randr.GetOutputInfo(id, time, done));
      if (output.crtc === 0) return null;
      const crtc = await x.ask<RandrCrtc>((_, done) => randr.GetCrtcInfo(output.crtc, time, done));
      const bounds = { x: crtc.x, y: crtc.y, width: crtc.width, height: crtc.height };
      return { name: output.name, bounds, primary: id === primary };
    }),
  );
  return outputs.filter((output) => output !== null && output.bounds.width > 0) as Output[];
}
