import { outputOf } from './x-display.ts';

/** The services that carry pictures from a compositor to the portals; one of each per session. */
export const pipeWire = ['pipewire', 'wireplumber'] as const;

/** Kills the process that has a name on the session bus. */
export async function endPortal(env: NodeJS.ProcessEnv, name: string): Promise<void> {
  const bus = ['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const ask = ['--method', 'org.freedesktop.DBus.GetConnectionUnixProcessID', name];
  const reported = await outputOf('gdbus', ['call', '--session', ...bus, ...ask], env);
  process.kill(Number(/uint32 (\d+)/.exec(reported)?.[1]), 'SIGKILL');
}
