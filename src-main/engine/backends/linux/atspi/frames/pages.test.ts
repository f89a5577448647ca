import { describe, expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { noOffset } from '../places/offset.ts';
import { gtk3 } from '../toolkits/gtk.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import type { Frame } from './frame.ts';
import { Pages } from './pages.ts';

const whole = { x: 0, y: 0, width: 100, height: 80 };
const view = { x: 10, y: 20, width: 80, height: 50 };
const pageBus = ':1.9';
const signal = new AbortController().signal;

const at = (role: string, parent: string, children: string[] = []): ScriptedElement => ({
  role: roleNumber(role),
  bounds: whole,
  parent,
  children,
});
const ofPage = (element: ScriptedElement): ScriptedElement => ({ ...element, bus: pageBus });

/** An app with two windows, and a page in a box of the first. */
const desktop = (changed: Readonly<Record<string, ScriptedElement>> = {}) =>
  new Map(
    Object.entries({
      [rootPath]: at('application', ''),
      '/main': { ...at('frame', rootPath, ['/box']), name: 'Main' },
      '/box': at('filler', '/main', ['/holder']),
      '/holder': at('filler', '/main', ['/plug']),
      '/plug': { ...ofPage(at('filler', '/holder', ['/top'])), bounds: view },
      '/top': ofPage(at('scroll pane', '/plug', ['/document'])),
      '/document': ofPage(at('document web', '/top')),
      '/other': { ...at('frame', rootPath), name: 'Other' },
      ...changed,
    }),
  );
const frameOf = (path: string) =>
  ({
    ref: { bus: scriptedBus, path },
    app: { bus: scriptedBus, path: rootPath },
    toolkit: gtk3,
    offset: noOffset,
    place: whole,
  }) as Frame;
const own = (path: string) => ({ bus: scriptedBus, path });
const inPage = (path: string) => ({ bus: pageBus, path });

const pagesOf = (elements: ReadonlyMap<string, ScriptedElement>) =>
  new Pages(scriptedAccessibles(elements).accessibles);

describe('a page of another process', () => {
  it('is found by what holds it, and by what is in it', async () => {
    const page = { holder: own('/holder'), frame: { ref: inPage('/top'), isPage: true, place: view } };
    expect(await pagesOf(desktop()).in(frameOf('/main'), own('/holder'), signal)).toMatchObject(page);
    expect(await pagesOf(desktop()).of(frameOf('/main'), inPage('/document'), signal)).toMatchObject(page);
    expect(await pagesOf(desktop()).at(frameOf('/main'), own('/box'), { x: 11, y: 21 }, signal)).toMatchObject(page);
  });

  it('is in no other window of its app', async () => {
    const pages = pagesOf(desktop());
    await pages.in(frameOf('/main'), own('/holder'), signal);
    expect(await pages.known(frameOf('/main'), signal)).toHaveLength(1);
    expect(await pages.known(frameOf('/other'), signal)).toEqual([]);
    expect(await pages.of(frameOf('/other'), inPage('/document'), signal)).toBeNull();
  });

  it('is not where it does not show', async () => {
    expect(await pagesOf(desktop()).at(frameOf('/main'), own('/box'), { x: 95, y: 75 }, signal)).toBeNull();
  });

  it('fills its element while its own place is scrolled away', async () => {
    const scrolled = { ...ofPage(at('filler', '/holder', ['/top'])), bounds: { ...view, y: -200 } };
    const pages = pagesOf(desktop({ '/plug': scrolled }));
    expect(await pages.in(frameOf('/main'), own('/holder'), signal)).toMatchObject({ frame: { place: whole } });
  });

  it.each([
    ['names another element as its parent', '/box'],
    ['names none', ''],
  ])('is none if it %s: an app can name what belongs to any other', async (_, parent) => {
    const pages = pagesOf(desktop({ '/plug': ofPage(at('filler', parent, ['/top'])) }));
    expect(await pages.in(frameOf('/main'), own('/holder'), signal)).toBeNull();
    expect(await pages.of(frameOf('/main'), inPage('/document'), signal)).toBeNull();
  });

  it('is none while it is empty', async () => {
    const pages = pagesOf(desktop({ '/plug': ofPage(at('filler', '/holder')) }));
    expect(await pages.in(frameOf('/main'), own('/holder'), signal)).toBeNull();
  });
});
