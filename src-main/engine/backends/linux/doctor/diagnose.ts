import type { Check } from '#contract/model/engine';
import type { XConnection } from '../x11/connection.ts';
import { checkAccessibilityBus, checkSessionBus } from './buses.ts';
import { checkDisplay, checkExtensions, checkPictures, checkWindowManager, checkWayland } from './display.ts';
import { checkFonts } from './fonts.ts';

/** What works here, what does not, and what to do about it. */
export async function diagnose(x: XConnection, display: string): Promise<readonly Check[]> {
  const checks = await Promise.all([
    checkDisplay(x, display),
    checkWindowManager(x),
    checkSessionBus(),
    checkAccessibilityBus(x),
    checkExtensions(x),
    checkPictures(x),
    checkFonts(),
  ]);
  return [...checks.flat(), ...checkWayland()];
}
