import type { Disposable } from '../../../../../base/async/disposable.ts';
import { disposable } from '../../../../../base/async/disposable.ts';
import { XConnection } from '../display/connection.ts';
import { eventCode, type DeviceEvent } from '../input/device-event.ts';

/** A press or release as a device made it. `stamp` is the server's time, the same wherever it reports the event. */
export interface RawPress extends Pick<DeviceEvent, 'code' | 'detail'> {
  readonly stamp: number;
}

/**
 * Reports presses and releases by raw events of the X Input Extension, whoever has grabbed the devices. They say neither
 * where nor with which modifiers, but the server loses none of them. Null where the server has no such extension.
 */
export async function listenRaw(display: string, listener: (press: RawPress) => void): Promise<Disposable | null> {
  const x = await XConnection.open(display);
  const input = await x.extension('xinput');
  if (!input) {
    x.close();
    return null;
  }
  const { RawKeyPress, RawKeyRelease, RawButtonPress, RawButtonRelease } = input.EventType;
  const codes = new Map([
    [RawKeyPress, eventCode.keyPress],
    [RawKeyRelease, eventCode.keyRelease],
    [RawButtonPress, eventCode.buttonPress],
    [RawButtonRelease, eventCode.buttonRelease],
  ]);
  x.onEvent(({ extension, evtype, time, detail }) => {
    const code = extension === input.majorOpcode ? codes.get(evtype ?? 0) : undefined;
    if (code !== undefined && time !== undefined && detail !== undefined) listener({ code, detail, stamp: time });
  });
  input.XISelectEvents(x.root, { deviceId: input.AllMasterDevices, mask: [...codes.keys()] });
  await x.sync();
  return disposable(() => x.close());
}
