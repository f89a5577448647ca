import type { Check } from '#contract/model/engine';
import type { XConnection } from '../x11/display/connection.ts';
import { translateError } from '../errors.ts';
import { checkDisplay, checkExtensions, checkPictures, checkWindowManager } from './display.ts';
import { examine, type Examination } from '../../../doctor/examine.ts';
import { everySession, type SessionPatient } from './every-session.ts';
import { checkHaltKey } from './halt-key.ts';
import { checkInputMethod } from './input-method.ts';
import { checkSession } from './session.ts';

/** What the doctor looks at, and through. */
export interface Patient extends SessionPatient {
  readonly x: XConnection;
  /** Such as `:0`. */
  readonly display: string;
}

/** What works here, what does not, and what to do about it. All at once, so that the slowest check is the time it takes. */
export async function diagnose(patient: Patient): Promise<readonly Check[]> {
  const { x, display } = patient;
  const examinations: readonly Examination[] = [
    { name: 'Session type', look: () => checkSession(x) },
    { name: 'Display', look: () => checkDisplay(x, display) },
    { name: 'Window manager', look: () => checkWindowManager(x) },
    { name: 'Extensions', look: () => checkExtensions(x) },
    { name: 'Pictures of windows', look: () => checkPictures(x) },
    { name: 'Halt key', look: () => checkHaltKey(display) },
    { name: 'Input method', look: () => checkInputMethod(display) },
    ...everySession(patient),
  ];
  return (await Promise.all(examinations.map((each) => examine(each, translateError)))).flat();
}
