import { performance } from 'node:perf_hooks';
import x11 from 'x11';
import { AppError } from '#contract/errors';
import { sleep } from '../../../../../base/async/deadline.ts';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import { XConnection } from '../display/connection.ts';
import type { DeviceEvent } from '../input/device.ts';

const asynchronous = 1;
const currentTime = 0;
const success = 0;
/** The press that starts a pick may still grab the pointer for a moment. */
const attempts = 5;
const betweenAttemptsMs = 40;
/** X11/cursorfont.h */
const crosshair = 34;
const { PointerMotion, ButtonPress, ButtonRelease } = x11.eventMask as Record<
  'PointerMotion' | 'ButtonPress' | 'ButtonRelease',
  number
>;

/**
 * Grabs pointer and keyboard on a separate connection until disposed; the server releases them if our process dies.
 * @throws AppError `busy` if another client has a grab
 */
export async function grabInput(display: string, listener: (event: DeviceEvent) => void): Promise<Disposable> {
  const x = await XConnection.open(display);
  try {
    const cursor = createCursor(x);
    await insist('pointer', () => grabPointer(x, cursor));
    await insist('keyboard', () => grabKeyboard(x));
  } catch (error) {
    x.close();
    throw error;
  }
  x.onEvent((event) => {
    if (event.keycode === undefined) return;
    const { type: code, keycode: detail, buttons: state = 0, rootx = 0, rooty = 0 } = event;
    listener({ code, detail, state, x: rootx, y: rooty, time: performance.now() });
  });
  return disposable(() => x.close());
}

function grabPointer(x: XConnection, cursor: number): Promise<number> {
  const mask = PointerMotion | ButtonPress | ButtonRelease;
  return x.ask<number>((client, done) =>
    client.GrabPointer(x.root, 0, mask, asynchronous, asynchronous, 0, cursor, currentTime, done),
  );
}

function grabKeyboard(x: XConnection): Promise<number> {
  return x.ask<number>((client, done) => client.GrabKeyboard(x.root, 0, currentTime, asynchronous, asynchronous, done));
}

async function insist(what: string, grab: () => Promise<number>): Promise<void> {
  for (let attempt = 1; (await grab()) !== success; attempt++) {
    if (attempt === attempts) {
      throw new AppError('busy', `Another program holds the ${what}.`, {
        hint: 'Close its menu or dialog, then try again.',
      });
    }
    await sleep(betweenAttemptsMs);
  }
}

function createCursor(x: XConnection): number {
  const font = x.client.AllocID();
  const cursor = x.client.AllocID();
  const black = { R: 0, G: 0, B: 0 };
  const white = { R: 0xffff, G: 0xffff, B: 0xffff };
  x.client.OpenFont(font, 'cursor');
  // In a cursor font, every shape is followed by its mask.
  x.client.CreateGlyphCursor(cursor, font, font, crosshair, crosshair + 1, black, white);
  x.client.CloseFont(font);
  return cursor;
}
