import { readFileSync, readdirSync } from 'node:fs';
import { globalKeys, haltKeyThroughViewer } from '#contract/model/recordings/global-keys';
import type { Check } from '#contract/model/engine';
import { processName } from '../../../../base/processes/announce-process.ts';
import { ok, warning } from '../../../doctor/check.ts';
import { shiftLifter } from '../processes/remote-viewer.ts';
import { XConnection } from '../x11/display/connection.ts';
import { Keymap } from '../x11/input/keyboard/keymap.ts';

/** X.h and keysymdef.h. */
const [shiftMask, controlMask, asynchronous, f9, grabKey] = [1, 4, 1, 0xffc6, 33];

/** Whether the key that halts everything comes through: a remote viewer may keep it back, and another program hold it. */
export async function checkHaltKey(display: string): Promise<Check> {
  const name = 'Halt key';
  const viewer = shiftLifter(display);
  if (viewer !== null) {
    const instead = haltKeyThroughViewer(globalKeys.halt) ?? '';
    return warning(
      name,
      `${viewer} lifts Shift before function keys: ${globalKeys.halt} does not come through from its viewers.`,
      `Press ${globalKeys.halt} or ${instead}: while ${viewer} runs, Deskscope takes both. Or start it with -nomodtweak.`,
    );
  }
  if (!(await isHeld(display))) return ok(name, `${globalKeys.halt} is free, or Deskscope’s own.`);
  if (isAppThere())
    return ok(
      name,
      `${globalKeys.halt} is held, as it is while the app runs; its window says where it is not its own.`,
    );
  return warning(
    name,
    `Another program holds ${globalKeys.halt}.`,
    'The app chooses another key and shows it; “Halt key” in its settings names one for good.',
  );
}

/** Whether the key cannot be had: it is asked for by a connection of its own, and given back at once. */
async function isHeld(display: string): Promise<boolean> {
  const x = await XConnection.open(display);
  try {
    const place = (await Keymap.read(x)).find(f9);
    if (!place) return false;
    let held = false;
    x.client.on('error', ({ majorOpcode }) => (held ||= majorOpcode === grabKey));
    x.client.GrabKey(x.root, 0, shiftMask | controlMask, place.keycode, asynchronous, asynchronous);
    await x.sync();
    return held;
  } finally {
    x.close();
  }
}

function isAppThere(): boolean {
  return readdirSync('/proc').some((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/comm`, 'utf8').trim() === processName;
    } catch {
      return false;
    }
  });
}
