import { WaylandConnection } from '../../wayland/wire/connection.ts';
import { fixed } from '../../wayland/wire/message.ts';

/** https://wayland.app/protocols/kde-output-management-v2 */
const manager = { face: 'kde_output_management_v2', version: 2, createConfiguration: 0 } as const;
const device = { face: 'kde_output_device_v2', version: 2 } as const;
const configuration = { position: 3, scale: 4, apply: 5, applied: 0 } as const;

export interface KWinOutput {
  readonly scale: number;
  /** Where it begins, in logical pixels. */
  readonly x: number;
}

/** Places the outputs of a KWin as a person does in its settings. @throws CompositorLost */
export async function arrange(socket: string, outputs: readonly KWinOutput[]): Promise<void> {
  const connection = await WaylandConnection.open(socket);
  try {
    const devices = connection
      .globals(device.face)
      .map((global) => connection.bind(device.face, device.version, () => undefined, global));
    await connection.sync();
    const managing = connection.bind(manager.face, manager.version);
    await connection.wait<undefined>((done, failed) => {
      const wanted = connection.create((opcode) =>
        opcode === configuration.applied ? done(undefined) : failed(new Error('KWin does not place its outputs so.')),
      );
      connection.send(managing, manager.createConfiguration, wanted);
      for (const [i, { scale, x }] of outputs.entries()) {
        connection.send(wanted, configuration.position, devices[i] ?? 0, x, 0);
        connection.send(wanted, configuration.scale, devices[i] ?? 0, fixed(scale));
      }
      connection.send(wanted, configuration.apply);
    });
  } finally {
    connection.close();
  }
}
