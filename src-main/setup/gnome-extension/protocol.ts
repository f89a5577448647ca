import path from 'node:path';

/** By which gnome-shell knows the extension. */
export const uuid = 'deskscope@app.deskscope';

/** Incremented with each change of the messages between engine and extension. */
export const protocol = 3;

/** In a user's runtime folder; each session has a subfolder, named after its display. */
export const doorFolder = 'deskscope-gnome';

/** The socket of a running extension, and the secret that a client sends first. Only the user can read both. */
export function doorOf(variables: Readonly<Record<string, string | undefined>>): {
  readonly socket: string;
  readonly secret: string;
} {
  const runtime = variables['XDG_RUNTIME_DIR'] || `/run/user/${process.getuid?.() ?? 0}`;
  const folder = path.join(runtime, doorFolder, path.basename(variables['WAYLAND_DISPLAY'] || 'wayland-0'));
  return { socket: path.join(folder, 'socket'), secret: path.join(folder, 'secret') };
}
