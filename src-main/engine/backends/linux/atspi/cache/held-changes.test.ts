import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import type { Frame } from '../frames/frame.ts';
import { noOffset } from '../places/offset.ts';
import { walkTree } from '../reading/walk.ts';
import { chromium, gecko } from '../toolkits/browsers.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { heldPages, releaseChanges } from './held-changes.ts';

const place = { x: 0, y: 0, width: 300, height: 300 };
const ref = { bus: scriptedBus, path: '/frame' };
const { signal } = new AbortController();

async function askedOf(toolkit: Toolkit): Promise<readonly string[]> {
  const part = (role: string, children: string[]): ScriptedElement => ({
    role: roleNumber(role),
    bounds: place,
    children,
  });
  const { accessibles, asked } = scriptedAccessibles(
    new Map([
      ['/frame', part('frame', ['/bar', '/page'])],
      ['/bar', part('menu bar', [])],
      ['/page', part('document web', ['/inner'])],
      ['/inner', part('document web', [])],
    ]),
  );
  const frame: Frame = { ref, app: ref, toolkit, title: '', offset: noOffset, parts: null, place, isGuess: false };
  const { root } = await walkTree(accessibles, frame, ref, { depth: 9, maxNodes: 99, signal });
  asked.length = 0;
  await releaseChanges(accessibles, heldPages(frame, root), signal);
  return asked;
}

it('asks each page for a hit, where pages hold changes back', async () => {
  expect(await askedOf(chromium)).toEqual(['/page GetAccessibleAtPoint']);
  expect(await askedOf(gecko)).toEqual([]);
});
