import type { Rect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import { parseNumber, type Args, type Options } from '../args.ts';
import type { Context } from '../command.ts';
import { knownElement } from '../../tools/target/known-element.ts';
import { findWindow, lookingOf } from './targets.ts';
import { UsageError } from '../usage-error.ts';
import { quoted } from '#contract/foreign-text';

/** How a command names what it looks at; without any of them it is the whole screen. */
export const targetOptions: Options = {
  window: { type: 'string', value: 'WINDOW', help: 'A window, even if covered.' },
  monitor: { type: 'string', value: 'N', help: 'A monitor, from 0.' },
  region: { type: 'string', value: 'X,Y,W,H', help: 'A screen region in physical pixels.' },
  element: { type: 'string', value: 'ELEMENT', help: 'An element by id, or by a point: X,Y.' },
};

/** @throws UsageError where more than one is named */
export async function targetOf(context: Context, args: Args): Promise<CaptureTarget> {
  const [window, region, element] = [args.text('window'), args.text('region'), args.text('element')];
  const monitor = args.number('monitor', [0, 99]);
  if ([window, region, element, monitor].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('Use only one of --window, --monitor, --region and --element.');
  }
  if (window !== undefined) return { kind: 'window', window: (await findWindow(context, window)).id };
  if (element !== undefined) {
    return { kind: 'element', element: (await knownElement(lookingOf(context), element)).element.id };
  }
  if (region !== undefined) return { kind: 'region', region: parseRegion(region) };
  return monitor === undefined ? { kind: 'screen' } : { kind: 'monitor', monitor };
}

function parseRegion(text: string): Rect {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4) throw new UsageError(`--region must be X,Y,W,H, not ${quoted(text)}.`);
  const [x = 0, y = 0, width = 0, height = 0] = parts.map((part) =>
    parseNumber(part, 'Each number of --region', [-32_768, 32_767]),
  );
  if (width < 0 || height < 0) throw new UsageError('The W and H of --region must not be negative.');
  return { x, y, width, height };
}
