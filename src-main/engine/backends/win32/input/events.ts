import type { VirtualKey } from './virtual-keys.ts';

/** An `INPUT` of winuser.h, before serialisation. */
export type InputEvent =
  | {
      readonly type: 'mouse';
      readonly flags: number;
      readonly dx?: number;
      readonly dy?: number;
      readonly data?: number;
    }
  | { readonly type: 'key'; readonly key: VirtualKey; readonly scanCode: number; readonly down: boolean }
  /** One UTF-16 unit, independent of the layout. */
  | { readonly type: 'unit'; readonly unit: number; readonly down: boolean };

/** `sizeof(INPUT)` on x64 and ARM64: https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-input */
export const inputSize = 40;
/** Set in `dwExtraInfo` of everything that we send, to distinguish it from the user's input. */
export const ownMark = 0x44_73_63_70;

const mouseType = 0;
const keyboardType = 1;
const keyFlags = { extended: 0x1, up: 0x2, unicode: 0x4 } as const;

/** In `SendInput`'s format: {@link inputSize} bytes each. */
export function packInputs(events: readonly InputEvent[]): Uint8Array {
  const bytes = new Uint8Array(events.length * inputSize);
  const view = new DataView(bytes.buffer);
  for (const [i, event] of events.entries()) {
    const at = i * inputSize;
    if (event.type === 'mouse') packMouse(view, at, event);
    else packKey(view, at, event);
  }
  return bytes;
}

/** https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-mouseinput */
function packMouse(view: DataView, at: number, event: Extract<InputEvent, { type: 'mouse' }>): void {
  view.setUint32(at, mouseType, true);
  view.setInt32(at + 8, event.dx ?? 0, true);
  view.setInt32(at + 12, event.dy ?? 0, true);
  view.setInt32(at + 16, event.data ?? 0, true);
  view.setUint32(at + 20, event.flags, true);
  view.setUint32(at + 32, ownMark, true);
}

/** https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-keybdinput */
function packKey(view: DataView, at: number, event: Exclude<InputEvent, { type: 'mouse' }>): void {
  view.setUint32(at, keyboardType, true);
  if (event.type === 'key') view.setUint16(at + 8, event.key.code, true);
  view.setUint16(at + 10, event.type === 'key' ? event.scanCode : event.unit, true);
  const kind = event.type === 'unit' ? keyFlags.unicode : event.key.extended ? keyFlags.extended : 0;
  view.setUint32(at + 12, kind | (event.down ? 0 : keyFlags.up), true);
  view.setUint32(at + 24, ownMark, true);
}
