import { describe, expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { gtk3, gtk4 } from '../toolkits/gtk.ts';
import { isFar, isOfAnother, nearestFrames, AmbiguousFrames } from './frames.ts';
import type { FrameCandidate } from './frame.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

const window: WindowInfo = {
  id: '0x1',
  className: '',
  app: 'app',
  processId: 7,
  state: 'normal',
  active: true,
  monitor: 0,
  desktop: 0,
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  owner: null,
  resizable: true,
  kind: 'normal',
  title: 'Notes',
  bounds: rect(99, 80, 402, 325),
  contentBounds: rect(100, 100, 400, 300),
};

function frame(path: string, name: string, extents: Rect, isActive = false): FrameCandidate {
  return { ref: { bus: ':1.1', path }, name, extents, isActive };
}

function chosen(...candidates: readonly FrameCandidate[]): string | undefined {
  const [nearest, ...others] = nearestFrames(candidates, window, gtk3);
  expect(others).toEqual([]);
  return nearest?.ref.path;
}

describe('choosing the frame of a window', () => {
  it('matches by title, regardless of the extents', () => {
    expect(chosen(frame('/a', 'Other', window.bounds), frame('/b', 'Notes', rect(0, 0, 5, 5)))).toBe('/b');
  });

  it('takes the frame without a name at its place, rather than one of its title elsewhere', () => {
    expect(chosen(frame('/a', 'Notes', rect(500, 500, 50, 20)), frame('/b', '', window.bounds))).toBe('/b');
  });

  it('goes by place among frames of the same title', () => {
    expect(chosen(frame('/a', 'Notes', rect(900, 80, 402, 325)), frame('/b', 'Notes', window.bounds))).toBe('/b');
  });

  it('goes by place if no title matches, and rejects distant frames', () => {
    expect(chosen(frame('/a', '', window.contentBounds), frame('/b', '', rect(900, 0, 50, 20)))).toBe('/a');
    expect(chosen(frame('/a', '', rect(900, 0, 50, 20)), frame('/b', 'x', rect(0, 500, 9, 9)))).toBeUndefined();
  });

  it('takes an app’s only frame, and none if there is none', () => {
    expect(chosen(frame('/a', 'Renamed meanwhile', rect(0, 0, 1, 1)))).toBe('/a');
    expect(chosen()).toBeUndefined();
  });

  it('compares only sizes if frames claim to be at the origin', () => {
    expect(chosen(frame('/a', '', rect(0, 0, 390, 290)), frame('/b', '', rect(0, 0, 90, 90)))).toBe('/a');
  });
});

describe('an app’s only frame', () => {
  const dialog: WindowInfo = {
    ...window,
    id: '0x2',
    title: 'Rename',
    bounds: rect(200, 200, 90, 60),
    contentBounds: rect(200, 200, 90, 60),
  };
  const notes = frame('/a', 'Notes', window.bounds);

  it('is not a dialog’s that has just opened, where another window has its title', () => {
    expect([isFar(notes, dialog, gtk3), isOfAnother(notes, dialog, [dialog, window])]).toEqual([true, true]);
  });

  it('matches a window whose title has changed, or which is minimised', () => {
    expect(isFar(notes, { ...window, title: 'Notes *' }, gtk3)).toBe(false);
    expect(isFar(notes, { ...dialog, state: 'minimized' }, gtk3)).toBe(false);
    expect(isOfAnother(notes, dialog, [dialog, { ...window, processId: 8 }])).toBe(false);
  });
});

describe('choosing the frame for window-relative coordinates', () => {
  it('compares only sizes, whatever the border', () => {
    const [near, far] = [frame('/a', '', rect(-5, -5, 390, 290)), frame('/b', '', rect(-5, -5, 90, 90))];
    expect(nearestFrames([far, near], window, gtk4)).toEqual([near]);
  });
});

describe('frames of the same title and place', () => {
  const [a, b] = [frame('/a', 'Notes', window.bounds), frame('/b', 'Notes', window.bounds)];
  const [older, newer] = [
    { ...window, id: '0x9', active: false },
    { ...window, id: '0x10', active: false },
  ] as const satisfies readonly WindowInfo[];
  const both = [newer, older];
  const twice = [1, 2];
  /** Looks at the windows after a pause. */
  const learning = () => {
    let now = 0;
    return new AmbiguousFrames(() => (now += 300));
  };

  it('are all candidates', () => {
    expect(nearestFrames([a, b], window, gtk3)).toEqual([a, b]);
  });

  it('go by age if nothing else is known', () => {
    const frames = new AmbiguousFrames();
    expect([older, newer].map((each) => frames.choose([a, b], each, both)?.ref.path)).toEqual(['/a', '/b']);
  });

  it('go by the active window, even after it is deactivated', () => {
    const frames = learning();
    const active = { ...newer, active: true };
    for (const _ of twice)
      expect(frames.choose([{ ...a, isActive: true }, b], active, [active, older])?.ref.path).toBe('/a');
    expect(frames.choose([a, b], older, both)?.ref.path).toBe('/b');
    expect(frames.choose([a, b], newer, both)?.ref.path).toBe('/a');
  });

  it('are not learnt while the focus moves', () => {
    const frames = learning();
    const active = { ...newer, active: true };
    frames.choose([{ ...a, isActive: true }, b], active, [active, older]);
    frames.choose([a, { ...b, isActive: true }], active, [active, older]);
    expect([older, newer].map((each) => frames.choose([a, b], each, both)?.ref.path)).toEqual(['/a', '/b']);
  });

  it('are learnt again once a frame is gone', () => {
    const frames = learning();
    const active = { ...newer, active: true };
    for (const _ of twice) frames.choose([{ ...a, isActive: true }, b], active, [active, older]);
    const c = frame('/c', 'Notes', window.bounds);
    expect([older, newer].map((each) => frames.choose([b, c], each, both)?.ref.path)).toEqual(['/b', '/c']);
  });
});
