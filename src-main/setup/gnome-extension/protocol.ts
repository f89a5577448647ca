import path from 'node:path';

/** By which gnome-shell knows the extension. */
export const uuid = 'deskscope@app.deskscope';

/** Another one with each change of what engine and extension report to each other. */
export const protocol = 3;

/** Of the runtime folder of a user; in it each session has one of its own, called as its display is. */
export const doorFolder = 'deskscope-gnome';

/** Where a running extension listens, and what a client begins with. Both are the user's alone. */
export function doorOf(variables: Readonly<Record<string, string | undefined>>): {
  readonly socket: string;
  readonly secret: string;
} {
  const runtime = variables['XDG_RUNTIME_DIR'] || `/run/user/${process.getuid?.() ?? 0}`;
  const folder = path.join(runtime, doorFolder, path.basename(variables['WAYLAND_DISPLAY'] || 'wayland-0'));
  return { socket: path.join(folder, 'socket'), secret: path.join(folder, 'secret') };
}
