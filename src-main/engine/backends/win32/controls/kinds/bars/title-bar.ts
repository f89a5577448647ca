import type { ElementState } from '#contract/model/elements/element';
import { isEmpty, type Rect } from '#contract/model/geometry';
import { systemCommand, styles } from '../../../native/constants.ts';
import { getTitleBarInfo } from '../../access/api.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { sendBuffer } from '../../access/send.ts';
import { fixed, type Part } from '../kind.ts';

/** Sizes of `TITLEBARINFO` and `TITLEBARINFOEX` in bytes, and the offsets of the buttons' states and bounds. */
const [infoSize, infoExSize, statesAt, placesAt] = [44, 140, 20, 44];
const getInfoEx = 0x033f;
/** `STATE_SYSTEM_UNAVAILABLE`, `_INVISIBLE`. */
const [unavailable, invisible] = [0x0001, 0x8000];
/** With their indexes in the list of states. */
const buttons = [
  { key: 'minimize', name: 'Minimise', automationId: 'Minimize', index: 2, command: systemCommand.minimize },
  { key: 'maximize', name: 'Maximise', automationId: 'Maximize', index: 3, command: systemCommand.maximize },
  { key: 'close', name: 'Close', automationId: 'Close', index: 5, command: systemCommand.close },
] as const;

/** The title bar of a window, with its buttons; null if it has none. */
export function titleBarPart(control: Control): Part | null {
  if (!control.hasStyle(styles.caption)) return null;
  const info = Buffer.alloc(infoSize);
  info.writeUInt32LE(infoSize);
  if (!getTitleBarInfo(control.window, info)) return null;
  const bounds = orNull(rectAt(info, 4));
  return {
    key: 'title',
    controlType: 'TitleBar',
    name: '',
    value: control.text,
    automationId: 'TitleBar',
    bounds,
    states: frameStates(control),
    parts: fixed(buttonParts(control, info)),
  };
}

function buttonParts(control: Control, info: Buffer): readonly Part[] {
  const places = askPlaces(control);
  return buttons.flatMap(({ key, name, automationId, index, command }) => {
    const state = info.readUInt32LE(statesAt + index * 4);
    if (state & invisible) return [];
    const undoes = key === 'maximize' && control.hasStyle(styles.maximize);
    return {
      key,
      controlType: 'Button',
      automationId,
      name: undoes ? 'Restore' : name,
      bounds: places(index),
      states: state & unavailable ? (['visible'] as const) : frameStates(control),
      operations: { invoke: () => control.post(systemCommand.message, undoes ? systemCommand.restore : command) },
    } as const;
  });
}

/** Wine does not report the buttons' bounds. */
function askPlaces(control: Control): (index: number) => Rect | null {
  const info = Buffer.alloc(infoExSize);
  info.writeUInt32LE(infoExSize);
  control.reading.probe(control);
  if (!sendBuffer(control.window, getInfoEx, 0, info)) return () => null;
  return (index) => orNull(rectAt(info, placesAt + index * 16));
}

/** Frame elements are not clipped by the client area. */
export function frameStates(control: Control): readonly ElementState[] {
  return [...(control.isEnabled ? (['enabled'] as const) : []), ...(control.isVisible ? (['visible'] as const) : [])];
}

function orNull(rect: Rect): Rect | null {
  return isEmpty(rect) ? null : rect;
}
