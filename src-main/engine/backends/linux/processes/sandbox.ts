import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A running app of Flatpak: what it is called, and which of its runs. */
export interface FlatpakApp {
  /** e.g. `org.gnome.Calculator` */
  readonly id: string;
  /** One run of it: the app and the proxy of its buses name the same one. */
  readonly instance: string;
}

/** Far more than Flatpak writes, in bytes. */
const maxInfoSize = 65_536;

/**
 * The Flatpak app that a process belongs to, by the file that Flatpak binds into its sandbox and into that of its bus proxy, if
 * nobody inside can change it: portals identify apps by it too (`man 5 flatpak-metadata`). Null for all others, and where we may
 * not look.
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

/** Whether a process passes D-Bus calls on for one in a sandbox, as Flatpak starts it. */
export function isBusProxy(processId: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${processId}/exe`).replace(/ \(deleted\)$/, '')) === 'xdg-dbus-proxy';
  } catch {
    return false;
  }
}

/** Whether a process numbers processes otherwise than this one, as in a sandbox; null if we may not look. */
export function isInOtherNamespace(processId: number): boolean | null {
  return differs('pid', processId);
}

/** Whether a path may be another file for a process than it is here, as in a container or a snap. */
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

/** Anyone who owns that root may put a pipe or a link there: neither is followed nor waited for. */
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

/** Of a key file as GLib writes it; empty if it is not there. */
function valueOf(text: string, group: string, key: string): string {
  let isInGroup = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isInGroup = line.trim() === `[${group}]`;
    else if (isInGroup && line.startsWith(`${key}=`)) return line.slice(key.length + 1).trim();
  }
  return '';
}
