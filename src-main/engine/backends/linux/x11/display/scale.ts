import type { XConnection } from './connection.ts';
import { readProperty } from './properties.ts';

const dotsPerInchAtOne = 96;
const mostBytes = 65_536;
const limits = { least: 1, most: 4 } as const;

/**
 * How many times larger than usual this session's toolkits draw: the desktops' settings put it into the X resources as
 * `Xft.dpi`. 1 where no one says.
 */
export async function readScale(x: XConnection): Promise<number> {
  const { data } = await readProperty(x, x.root, 'RESOURCE_MANAGER', mostBytes);
  const said = /^Xft\.dpi:\s*([\d.]+)/m.exec(data.toString('latin1'))?.[1];
  const scale = said === undefined ? limits.least : Number(said) / dotsPerInchAtOne;
  return Math.min(limits.most, Math.max(limits.least, scale || limits.least));
}
