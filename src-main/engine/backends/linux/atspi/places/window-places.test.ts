import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { Apps } from '../bus/apps.ts';
import { Frames } from '../frames/frames.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { readPlace } from './place.ts';

const { signal } = new AbortController();
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

/**
 * Answers of GTK 4.18.6 under openbox: screen coordinates are all (0, 0), window coordinates are set. The calculator draws its
 * own border of 5 pixels, the form has one of the window manager.
 */
const apps = {
  'gnome-calculator': {
    client: rect(596, 192, 408, 616),
    frame: rect(-5, -5, 408, 616),
    elements: [
      { inWindow: rect(-5, -5, 398, 606), isAt: rect(601, 197, 398, 606) },
      { inWindow: rect(19, 461, 72, 44), isAt: rect(625, 663, 72, 44) },
    ],
  },
  form: {
    client: rect(590, 169, 420, 676),
    frame: rect(0, 0, 420, 676),
    elements: [{ inWindow: rect(10, 34, 400, 34), isAt: rect(600, 203, 400, 34) }],
  },
} as const;

it.each(Object.entries(apps))(
  'finds the elements of %s at their visible position',
  async (_, { client, frame, elements }) => {
    const element = (inWindow: Rect): ScriptedElement => {
      return { role: roleNumber('panel'), bounds: { ...inWindow, x: 0, y: 0 }, inWindow, children: [] };
    };
    const table = new Map<string, ScriptedElement>([
      [
        rootPath,
        { ...element(rect(0, 0, 0, 0)), children: ['/w'], answers: { ToolkitName: 'GTK', Version: '4.18.6' } },
      ],
      ['/w', { ...element(frame), name: 'Window' }],
      ...elements.map(({ inWindow }, index) => [`/w/${String(index)}`, element(inWindow)] as const),
    ]);
    const { bus, accessibles } = scriptedAccessibles(table);
    const root = { bus: scriptedBus, path: rootPath };
    const known = new Apps(bus, accessibles);
    const list = () => Promise.resolve([{ root, processId: 7 }]);
    const window = {
      id: '0x1',
      processId: 7,
      title: 'Window',
      bounds: client,
      contentBounds: client,
    } as unknown as WindowInfo;
    const around = {
      windows: () => Promise.resolve([window]),
      popupsOf: () => Promise.resolve([]),
      surfaceOf: () => Promise.resolve(null),
    };
    const of = { list, toolkit: known.toolkit.bind(known) } as unknown as Apps;
    const found = await new Frames(of, accessibles, around).of(window, signal);
    expect(found?.place).toEqual(client);
    const places = await Promise.all(
      elements.map((_, index) =>
        readPlace(accessibles, found!, { ref: { bus: scriptedBus, path: `/w/${String(index)}` } }, signal),
      ),
    );
    expect(places).toEqual(elements.map(({ isAt }) => isAt));
  },
);
