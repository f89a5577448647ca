import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A running Flatpak app: its id and its instance. */
export interface FlatpakApp {
  /** e.g. `org.gnome.Calculator` */
  readonly id: string;
  /** One instance: the app and its bus proxy name the same one. */
  readonly instance: string;
}

/** Far more than Flatpak writes, in bytes. */
const maxInfoSize = 65_536;

/**
 * The Flatpak app of a process, from the file that Flatpak mounts into its sandbox and that of its bus proxy, provided that it
 * cannot be changed from inside: portals identify apps by it too (`man 5 flatpak-metadata`). Null for other processes, and for
 * unreadable ones.
 */
export function flatpakAppOf(processId: number): FlatpakApp | null {
  if (processId === 0) return null;
  const info = readInfo(`/proc/${processId}/root/.flatpak-info`);
  if (info === null) return null;
  const id = valueOf(info, 'Application', 'name');
  const instance = valueOf(info, 'Instance', 'instance-id');
  return isAppId(id) && instance !== '' ? { id, instance } : null;
}

/** An id as Flatpak accepts it: https://docs.flatpak.org/en/latest/conventions.html */
function isAppId(text: string): boolean {
  return text.length <= 255 && /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){2,}$/.test(text);
}

/** Whether a process is a Flatpak D-Bus proxy for a sandboxed app. */
export function isBusProxy(processId: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${processId}/exe`).replace(/ \(deleted\)$/, '')) === 'xdg-dbus-proxy';
  } catch {
    return false;
  }
}

/** Whether a process is in another PID namespace, e.g. in a sandbox; null if unreadable. */
export function isInOtherNamespace(processId: number): boolean | null {
  return differs('pid', processId);
}

/** Whether a path may mean another file to a process than here, as in a container or a snap. */
export function seesOtherFiles(processId: number): boolean {
  return differs('mnt', processId) !== false;
}

function differs(kind: 'pid' | 'mnt', processId: number): boolean | null {
  const [own, theirs] = [namespaceOf('self', kind), namespaceOf(processId, kind)];
  return own === null || theirs === null ? null : own !== theirs;
}

function namespaceOf(processId: number | 'self', kind: 'pid' | 'mnt'): string | null {
  try {
    return readlinkSync(`/proc/${processId}/ns/${kind}`);
  } catch {
    return null;
  }
}

/** The owner of that root may put a pipe or a link there: neither is followed or waited for. */
function readInfo(file: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const facts = fstatSync(descriptor);
    return facts.isFile() && facts.size <= maxInfoSize ? readFileSync(descriptor, 'utf8') : null;
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** A value of a GLib key file; empty if missing. */
function valueOf(text: string, group: string, key: string): string {
  let isInGroup = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isInGroup = line.trim() === `[${group}]`;
    else if (isInGroup && line.startsWith(`${key}=`)) return line.slice(key.length + 1).trim();
  }
  return '';
}
