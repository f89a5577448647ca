import type { Point, Rect } from '#contract/model/geometry';
import { hasGnome, startGnome } from '../../testing/compositors/gnome-session.ts';
import { hasKWin, startKWin } from '../../testing/compositors/kwin-session.ts';
import { startSway } from '../../testing/compositors/sway-session.ts';
import type { Session } from './apps-on-compositor.ts';
import { askGnome, askKWin, askSway, type AskCompositor } from './compositor-tools.ts';

/** An output as configured in its compositor: the pixels per unit, and its position `x` in units. */
interface Output {
  readonly x: number;
  readonly scale: number;
  /** Scale of drawing, if different: GNOME counts in physical pixels by default. */
  readonly drawn?: number;
}

export interface AppDesk {
  readonly name: string;
  readonly compositor: 'sway' | 'KWin' | 'GNOME';
  readonly isThere: boolean;
  readonly start: () => Promise<Session>;
  readonly ask: AskCompositor;
  /** Where windows are placed: near the corner of the last output. */
  readonly corner: Point;
  /** Converts compositor units to screen pixels, computed independently of Deskscope. */
  readonly toScreen: (frame: Rect) => Rect;
}

/** Size of each output in pixels: at scale 2, app windows still fit. */
const [width, height] = [1920, 1200];
const size = `${width}x${height}`;

/** Outputs of the desks, by name; windows are on the last. */
const layouts = {
  '1': [{ x: 0, scale: 1 }],
  '1.25': [{ x: 0, scale: 1.25 }],
  '2': [{ x: 0, scale: 2 }],
  'two left of the origin': [
    { x: 0, scale: 1.25 },
    { x: -960, scale: 2 },
  ],
  'two from 2 to 1.25': [
    { x: 0, scale: 2 },
    { x: 960, scale: 1.25 },
  ],
} as const satisfies Record<string, readonly Output[]>;

const byItself: readonly Output[] = [{ x: 0, scale: 1, drawn: 2 }];

/** Each compositor at each scale, and with two outputs. */
export const appDesks: readonly AppDesk[] = Object.entries(layouts).flatMap(([name, outputs]) => {
  const isNegative = outputs.some(({ x }) => x < 0);
  const at = (compositor: AppDesk['compositor']) => ({
    name: `${compositor} at ${name}`,
    compositor,
    ...places(outputs),
  });
  const onSway = outputs.map(({ x, scale }) => ({ scale, at: `${x} 0` }));
  return [
    { ...at('sway'), isThere: true, ask: askSway, start: () => startSway(onSway, size) },
    { ...at('KWin'), isThere: hasKWin, ask: askKWin, start: () => startKWin({ outputs, size: { width, height } }) },
    // GNOME has no outputs left of the origin.
    ...(isNegative ? [] : [{ ...at('GNOME'), isThere: hasGnome, ask: askGnome, ...gnomeAt(outputs) }]),
  ];
});

function gnomeAt(outputs: readonly Output[]): Pick<AppDesk, 'start'> & Partial<AppDesk> {
  // GNOME's default integer scale.
  const isWhole = outputs.length === 1 && outputs[0]?.scale === 2;
  const monitors = outputs.map(({ x, scale }) => ({ x, scale }));
  return {
    start: () => startGnome({ monitors, size, logical: !isWhole, unsafe: true }),
    ...(isWhole && places(byItself)),
  };
}

function places(outputs: readonly Output[]): Pick<AppDesk, 'corner' | 'toScreen'> {
  const greatest = Math.max(...outputs.map(({ scale }) => scale));
  const last = outputs.at(-1) ?? { x: 0, scale: 1 };
  const drawn = last.drawn ?? last.scale;
  return {
    corner: { x: last.x * greatest + Math.round(40 * drawn), y: Math.round(60 * drawn) },
    toScreen: ({ x, y, width: across, height: down }) => {
      const middle = x + across / 2;
      const { x: from, scale } =
        outputs.find((each) => middle >= each.x && middle < each.x + width / each.scale) ?? last;
      const put = (left: number) => Math.round(from * greatest + (left - from) * scale);
      const [left, top] = [put(x), Math.round(y * scale)];
      return { x: left, y: top, width: put(x + across) - left, height: Math.round((y + down) * scale) - top };
    },
  };
}
