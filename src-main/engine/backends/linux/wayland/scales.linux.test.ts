import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGnome, startGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin, startKWin } from '../testing/compositors/kwin-session.ts';
import { AppsOnCompositor, fields, type Session } from './testing/apps-on-compositor.ts';

/** Positions and sizes of monitors in screen pixels, and their scales. */
type Monitors = readonly (readonly [x: number, width: number, height: number, scale: number])[];

interface Case {
  readonly isThere: boolean;
  readonly start: () => Promise<Session>;
  readonly monitors: Monitors;
  /** Where XWayland apps work: X has no positions left of its origin. */
  readonly forX: readonly number[];
}

const cases: Readonly<Record<string, Case>> = {
  'GNOME in pixels of monitors': {
    isThere: hasGnome,
    forX: [0, 1],
    start: () =>
      startGnome({
        monitors: [
          { scale: 2, x: 0 },
          { scale: 1, x: 1600 },
        ],
        withX: true,
      }),
    monitors: [
      [0, 1600, 1200, 2],
      [1600, 1600, 1200, 1],
    ],
  },
  'GNOME in logical pixels': {
    isThere: hasGnome,
    forX: [0, 1],
    start: () =>
      startGnome({
        monitors: [
          { scale: 1.25, x: 0 },
          { scale: 2, x: 1280 },
        ],
        logical: true,
        withX: true,
      }),
    monitors: [
      [0, 1600, 1200, 1.25],
      [2560, 1600, 1200, 2],
    ],
  },
  KWin: {
    isThere: hasKWin,
    forX: [0],
    start: () =>
      startKWin({
        outputs: [
          { scale: 1.25, x: 0 },
          { scale: 2, x: -640 },
        ],
        xScale: 1,
      }),
    monitors: [
      [0, 1280, 800, 1.25],
      [-1280, 1280, 800, 2],
    ],
  },
  'KWin that lets X apps scale': {
    isThere: hasKWin,
    forX: [0, 1],
    start: () =>
      startKWin({
        outputs: [
          { scale: 2, x: 0 },
          { scale: 1, x: 640 },
        ],
        xScale: 2,
      }),
    monitors: [
      [0, 1280, 800, 2],
      [1280, 1280, 800, 1],
    ],
  },
};

for (const [name, { isThere, start, monitors, forX }] of Object.entries(cases)) {
  describe.runIf(isThere)(name, () => {
    let apps: AppsOnCompositor;
    beforeAll(async () => {
      apps = await AppsOnCompositor.open(await start());
    });
    afterAll(() => (apps as AppsOnCompositor | undefined)?.close());

    it('reports the screen pixels of its monitors', async () => {
      const reported = (await apps.engine.describe({})).monitors;
      expect(reported.map(({ bounds: { x, width, height }, scale }) => [x, width, height, scale])).toEqual(monitors);
    });
    it.each([0, 1])('hits what it means on monitor %i', (monitor) => apps.hitsOn(monitor));
    it.each([0, 1])('hits the entry of a menu of GTK 3 on monitor %i', (monitor) =>
      apps.opensDialogByMenu('notes', monitor),
    );
    it.each(forX)('hits the entry of a menu of XWayland on monitor %i', (monitor) =>
      apps.opensDialogByMenu('Untitled', monitor),
    );
    it.each([['XWayland', 'Untitled', 'role=Edit'], ...fields] as const)(
      'types into apps of %s',
      (_, title, selector) => apps.types(title, selector),
    );
    it.each(['notes', 'Untitled'])('captures %s while it is covered', (title) => apps.showsCovered(title, 'Hits'));
    it.each([0, 1])('outlines a place where it is, on monitor %i', (monitor) => apps.outlines(monitor));
  });
}
