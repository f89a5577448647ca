import path from 'node:path';
import { declare } from '../native/library.ts';
import { postMessage, sendMessageTimeout, waiting } from '../native/constants.ts';
import type { Hwnd } from '../native/types.ts';

const registerWindowMessage = declare<(name: string) => number>('user32', 'uint32 RegisterWindowMessageW(str16 name)');
const getDlgItem = declare<(window: Hwnd, id: number) => Hwnd>('user32', 'HWND GetDlgItem(HWND window, int32 id)');
/** `BM_CLICK` and `CB_SHOWDROPDOWN`. */
const [buttonClick, showDropDown] = [0x00f5, 0x014f] as const;

/** Built from `e2e/target-apps/windows`, whose README describes it. */
const built = (name: string) => path.join(process.env['DESKSCOPE_WINDOWS_FIXTURES'] ?? '', name);
/** The program with standard controls. */
export const controls = built('deskscope-controls.exe');
/** The UI Automation server. */
export const uiaServer = built('deskscope-uia.dll');
/** The text recogniser. */
export const ocrServer = built('deskscope-ocr.dll');

export type FixtureMessage = 'Hang' | 'HangForever' | 'Crash' | 'SetTitle' | 'AskNext';

/** Posts a command to a window of the fixture. */
export function messageFixture(window: Hwnd, message: FixtureMessage, wParam = 0, lParam = 0): void {
  postMessage(window, registerWindowMessage(`Deskscope.Fixture.${message}`), wParam, lParam);
}

const probeMs = 20_000;

/** Starts posting messages to a window of the fixture, one per millisecond, like input. */
export function beginProbe(window: Hwnd): void {
  askFixture(window, 'Probe', 1);
}

/** Stops that; returns the longest delay until the window's thread processed one, in milliseconds. */
export function endProbe(window: Hwnd): number {
  return askFixture(window, 'Probe', 0) / 1_000;
}

function askFixture(window: Hwnd, message: 'Probe', wParam: number): number {
  const answer = Buffer.alloc(8);
  const id = registerWindowMessage(`Deskscope.Fixture.${message}`);
  if (sendMessageTimeout(window, id, wParam, 0, waiting.block, probeMs, answer) === 0)
    throw new Error('The fixture does not answer.');
  return Number(answer.readBigInt64LE());
}

/** Pushes a button of the fixture, by id, without waiting for the effect. */
export function push(window: Hwnd, id: number): void {
  postMessage(getDlgItem(window, id), buttonClick, 0, 0);
}

/** Opens or closes the list of a combo box of the fixture, by id, without waiting. */
export function drop(window: Hwnd, id: number, open: boolean): void {
  postMessage(getDlgItem(window, id), showDropDown, Number(open), 0);
}
