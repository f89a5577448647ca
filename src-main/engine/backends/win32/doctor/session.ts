import type { Check } from '#contract/model/engine';
import { failed, ok, warning } from '../../../doctor/check.ts';
import { closeDesktop, getUserObjectInformation, openInputDesktop, processIdToSessionId } from './api.ts';
import { getSystemMetrics } from '../native/metrics.ts';

/** `SM_REMOTESESSION`; `DESKTOP_READOBJECTS`; `UOI_NAME`. */
const remoteSession = 0x1000;
const readObjects = 0x1;
const objectName = 2;
/** What the desktop is called that people work on: https://learn.microsoft.com/windows/win32/winstation/desktops */
const usualDesktop = 'default';

/** Whether there is somebody's desktop to work on. Session 0 is for services alone. */
export function checkSession(): Check {
  const name = 'Session';
  const session: [number] = [0];
  const known = processIdToSessionId(process.pid, session) !== 0;
  if (known && session[0] === 0 && inputDesktop() === null) {
    return failed(
      name,
      'This is the session of services, which has no desktop.',
      'Start it as a user who is logged in.',
    );
  }
  if (getSystemMetrics(remoteSession) === 0) return ok(name, `Session ${session[0]}, at this machine.`);
  return warning(
    name,
    `Session ${session[0]}, by Remote Desktop: while its window is minimised or closed, nothing is drawn and no input arrives.`,
    'Keep the window of the connection open, or work at the machine.',
  );
}

/** Locked, or Windows asks for permission: then another desktop has the input, which no program of a user's may touch. */
export function checkLock(): Check {
  const name = 'Screen lock';
  const desktop = inputDesktop();
  if (desktop?.toLowerCase() === usualDesktop) return ok(name, 'The desktop has mouse and keyboard.');
  return warning(
    name,
    'The screen is locked, or Windows asks for permission: nothing can be seen or controlled now.',
    'Unlock the screen, or answer the question.',
  );
}

/** Null where we may not even know. */
function inputDesktop(): string | null {
  const desktop = openInputDesktop(0, 0, readObjects);
  if (desktop === 0) return null;
  const name = new Uint16Array(256);
  const needed: [number] = [0];
  const reported = getUserObjectInformation(desktop, objectName, name, name.byteLength, needed) !== 0;
  closeDesktop(desktop);
  return reported ? Buffer.from(name.buffer, 0, needed[0]).toString('utf16le').replace(/\0.*$/s, '') : null;
}
