import { chownSync } from 'node:fs';

/** Compositors that refuse to run as root run as Debian's `nobody`, which also owns their folders. */
const nobody = { user: 65534, group: 65534 } as const;
const isRoot = process.getuid?.() === 0;

/** The command of another user's compositor that admits this user through XWayland. */
export const letIn = isRoot ? 'xhost +SI:localuser:root; ' : '';

/** A headless wlroots compositor, without a bus of its own. @param files configuration files in its folder */
export function asNobody(folder: string, files: readonly string[], command: readonly string[]) {
  if (isRoot) for (const path of [folder, ...files]) chownSync(path, nobody.user, nobody.group);
  const { DISPLAY: _, XAUTHORITY: __, DBUS_SESSION_BUS_ADDRESS: ___, ...rest } = process.env;
  const drop = ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'];
  const [program = '', ...args] = isRoot ? [...drop, ...command] : command;
  const env: NodeJS.ProcessEnv = {
    ...rest,
    XDG_RUNTIME_DIR: folder,
    HOME: folder,
    WLR_BACKENDS: 'headless',
    WLR_RENDERER: 'pixman',
    WLR_LIBINPUT_NO_DEVICES: '1',
  };
  return { program, args, env };
}
