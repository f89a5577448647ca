import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that lead to a session's display, its accessibility bus and its compositor. */
const leading = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_SESSION_TYPE',
  'XDG_CURRENT_DESKTOP',
  'SWAYSOCK',
  'HYPRLAND_INSTANCE_SIGNATURE',
] as const;

/** A desktop of this user: the variables of its programs. */
export interface UserSession {
  /** Its display, as its programs name it: `:0` or `wayland-0`. */
  readonly name: string;
  readonly variables: Variables;
}

export interface Places {
  /** Where the kernel shows its processes. */
  readonly processes: string;
  /** Where X servers have their sockets. */
  readonly sockets: string;
}

const usual: Places = { processes: '/proc', sockets: '/tmp/.X11-unix' };

/** Whether this process was started without a display variable. A variable that is set but empty is deliberate. */
export function lacksSession({ DISPLAY, WAYLAND_DISPLAY }: Variables = process.env): boolean {
  return process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined;
}

/**
 * The desktops of this user on this machine, from the environment of the user's own processes: MCP clients (Codex
 * 0.171), units and ssh start programs without it.
 */
export function userSessions(places: Places = usual): readonly UserSession[] {
  const found = new Map<string, UserSession>();
  for (const { name, variables } of programsOnDesktops(places)) {
    const known = found.get(name);
    // Some programs are started with fewer variables than others.
    if (!known || count(variables) > count(known.variables)) found.set(name, { name, variables });
  }
  // Wayland-only programs belong to a session whose other programs know both.
  const both = new Set(
    [...found.values()].flatMap(({ name, variables }) =>
      name === variables['DISPLAY'] ? (variables['WAYLAND_DISPLAY'] ?? []) : [],
    ),
  );
  return [...found.values()].filter(({ name }) => !both.has(name));
}

/** Whether there is no desktop here to work on: none is named, and this user runs none. */
export function hasNoDesktop(variables: Variables = process.env, places: Places = usual): boolean {
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland } = variables;
  if (process.platform !== 'linux' || display || wayland) return false;
  // One is enough, and to read every process takes longer than some clients wait.
  return !lacksSession(variables) || programsOnDesktops(places).next().done === true;
}

/** The variables for programs that work on the desktop: those of the user's only session if this process has none. */
export function sessionVariables(variables: Variables = process.env, places: Places = usual): Variables {
  if (!lacksSession(variables)) return {};
  const [session, ...others] = userSessions(places);
  return session && others.length === 0 ? session.variables : {};
}

/** The desktop of each of this user's processes, if it still exists. */
function* programsOnDesktops({ processes, sockets }: Places): Generator<UserSession, void> {
  for (const variables of environmentsIn(processes)) {
    const { DISPLAY: display, WAYLAND_DISPLAY: wayland, XDG_RUNTIME_DIR: runtime = '' } = variables;
    const name = display && isServed(display, sockets) ? display : wayland;
    if (!name || (name === wayland && !existsSync(path.resolve(runtime, wayland)))) continue;
    yield { name, variables };
  }
}

/** The environments of this user's processes that have a display. */
function* environmentsIn(processes: string): Generator<Variables, void> {
  const own = process.getuid?.();
  for (const pid of readdirSync(processes).filter((name) => /^\d+$/.test(name))) {
    try {
      const file = path.join(processes, pid, 'environ');
      // Root could read everybody's.
      if (statSync(file).uid === own) yield* leadingIn(readFileSync(file, 'utf8'));
    } catch {
      // The process ended meanwhile, or belongs to another user.
    }
  }
}

function leadingIn(environment: string): Variables[] {
  const all = new Map(
    environment.split('\0').map((entry): [string, string] => [entry.replace(/=.*/s, ''), entry.replace(/^[^=]*=/, '')]),
  );
  if (!all.get('DISPLAY') && !all.get('WAYLAND_DISPLAY')) return [];
  return [Object.fromEntries(leading.flatMap((name) => (all.get(name) ? [[name, all.get(name)]] : [])))];
}

/**
 * `:1`, `:1.0` and `unix:1` are on this machine; a display without a socket may be another machine's, over ssh, and is
 * skipped.
 */
function isServed(display: string, sockets: string): boolean {
  const number = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(display)?.[1];
  return number !== undefined && existsSync(path.join(sockets, `X${number}`));
}

function count(variables: Variables): number {
  return Object.keys(variables).length;
}
