import { chownSync } from 'node:fs';

/** Compositors that refuse to run as root are given to Debian's `nobody`, and their folders as well. */
const nobody = { user: 65534, group: 65534 } as const;
const isRoot = process.getuid?.() === 0;

/** What a compositor of another user runs for this one to come in through XWayland. */
export const letIn = isRoot ? 'xhost +SI:localuser:root; ' : '';

/** A compositor of wlroots without a screen, and without a bus of its own. @param files in its folder, which it reads */
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
