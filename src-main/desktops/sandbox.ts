import { accessSync, constants, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Where a desktop's own folders are for its programs. */
export interface Places {
  readonly home: string;
  /** For `XDG_RUNTIME_DIR`. */
  readonly run: string;
  /** Where the sockets are that lead in. */
  readonly door: string;
}

/** The same in every desktop: paths in recordings and tests stay valid. */
export const insidePlaces: Places = { home: '/home/desktop', run: '/run/user/desktop', door: '/run/deskscope' };

export function outsidePlaces(folder: string): Places {
  return { home: path.join(folder, 'home'), run: path.join(folder, 'run'), door: path.join(folder, 'door') };
}

export interface Sandbox {
  /** The desktop's folder. */
  readonly folder: string;
  readonly network: boolean;
  /** Absolute paths of the user's that the desktop's programs may read. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Deskscope's own files, readable. */
  readonly product: readonly string[];
  /** All the variables that its programs have. */
  readonly environment: Readonly<Record<string, string>>;
  /** The descriptor of a file with {@link keyFilter}. */
  readonly filter: number;
}

/** Programs of the system keep needed files there. */
const ofVar = ['/var/cache/fontconfig', '/var/lib/dbus/machine-id', '/var/lib/libreoffice'];

/** bubblewrap's arguments, up to the program. https://github.com/containers/bubblewrap */
export function sandboxArguments(sandbox: Sandbox): readonly string[] {
  const { folder, network, readable, writable, product, environment, filter } = sandbox;
  const own = outsidePlaces(folder);
  const user = process.getuid?.() || 1_000;
  const group = process.getgid?.() || 1_000;
  const flags = [
    '--die-with-parent --new-session --cap-drop ALL --hostname desktop',
    // Root is an ordinary user inside: browsers refuse to run as root.
    `--unshare-user --uid ${user} --gid ${group} --unshare-pid --unshare-ipc --unshare-uts`,
    // With the network go the abstract sockets, where X servers and buses listen.
    network ? '' : '--unshare-net',
    '--proc /proc --dev /dev --ro-bind /usr /usr --ro-bind /etc /etc',
    '--tmpfs /tmp --tmpfs /run --tmpfs /var --dir /var/tmp',
  ];
  return [
    ...flags.flatMap((line) => line.split(' ').filter(Boolean)),
    ...['/bin', '/sbin', '/lib', '/lib64', '/lib32'].flatMap(systemFolder),
    ...shared('--ro-bind', ['/opt', ...ofVar, ...(network ? ['/run/systemd/resolve'] : [])].filter(existsSync)),
    ...hiddenFromOthers('/etc').flatMap(hide),
    ...bound('--ro-bind', path.join(folder, 'passwd'), '/etc/passwd'),
    ...shared('--ro-bind', product),
    ...bound('--bind', own.home, insidePlaces.home),
    ...bound('--bind', own.run, insidePlaces.run),
    ...bound('--bind', own.door, insidePlaces.door),
    ...shared('--ro-bind', readable),
    ...shared('--bind', writable),
    '--seccomp',
    String(filter),
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => bound('--setenv', name, value)),
    '--chdir',
    insidePlaces.home,
  ];
}

/** The system calls for keys by architecture, three in a row. https://docs.kernel.org/bpf, `linux/audit.h`, `asm/unistd.h` */
const keyCalls = [
  { audit: 0xc000003e, first: 248 }, // x86-64 (x32 adds a bit)
  { audit: 0x40000003, first: 286 }, // i386
  { audit: 0xc00000b7, first: 217 }, // aarch64
  { audit: 0x40000028, first: 309 }, // arm
] as const;

/**
 * A seccomp filter for bubblewrap. A session keyring of the kernel, which may have tickets and passwords, is in no namespace:
 * programs inherit it from whoever starts them.
 */
export function keyFilter(): Buffer {
  const [load, and, ifEqual, ifAtLeast, ifAbove, answer] = [0x20, 0x54, 0x15, 0x35, 0x25, 0x06] as const;
  const [allowed, noSuchCall] = [0x7fff0000, 0x00050000 | 38] as const;
  const atArchitecture = 4;
  const code = keyCalls.flatMap(({ audit, first }) => [
    [load, 0, 0, atArchitecture],
    [ifEqual, 0, 6, audit],
    [load, 0, 0, 0],
    [and, 0, 0, 0xbfffffff],
    [ifAtLeast, 0, 2, first],
    [ifAbove, 1, 0, first + 2],
    [answer, 0, 0, noSuchCall],
    [answer, 0, 0, allowed],
  ]);
  const words = [...code, [answer, 0, 0, allowed]].map(([operation = 0, yes = 0, no = 0, value = 0]) => {
    const word = Buffer.alloc(8);
    word.writeUInt16LE(operation, 0);
    word.writeUInt8(yes, 2);
    word.writeUInt8(no, 3);
    word.writeUInt32LE(value, 4);
    return word;
  });
  return Buffer.concat(words);
}

function bound(flag: string, from: string, to: string): readonly string[] {
  return [flag, from, to];
}

/** At the same path inside. */
function shared(flag: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => bound(flag, file, file));
}

/** The accounts that programs inside see: some, Java among them, look a home folder up here rather than in HOME. */
export function passwdOf(): string {
  const [user, group] = [process.getuid?.() || 1_000, process.getgid?.() || 1_000];
  return `root:x:0:0:root:/root:/bin/sh\ndesktop:x:${user}:${group}:Desktop:${insidePlaces.home}:/bin/sh\n`;
}

/** Deskscope's own files that the engine needs inside: the built scripts, the packages beside them, and Node.js. */
export function productFiles(entry: string): readonly string[] {
  const built = path.dirname(entry);
  const node = realpathSync(process.execPath);
  // Electron has libraries beside it; Node.js is one file.
  const runtime = 'electron' in process.versions ? path.dirname(node) : node;
  // An archive lies beside Electron, which alone sees folders in it.
  const codeCache = path.join(built, '../../bin/code-cache.cjs');
  const beside = existsSync(codeCache) ? [codeCache] : [];
  const scripts = /\.asar(\/|$)/.test(built) ? [] : [built, ...beside, ...packagesFor(built)];
  return [...scripts, ...(runtime.startsWith('/usr/') ? [] : [runtime])];
}

/** The nearest folder of packages that contains the native ones. */
function packagesFor(folder: string): readonly string[] {
  const packages = path.join(folder, 'node_modules');
  if (existsSync(path.join(packages, 'koffi'))) return [packages];
  const above = path.dirname(folder);
  return above === folder ? [] : packagesFor(above);
}

/** A link to a folder of `/usr` if the system has merged them. */
function systemFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return lstatSync(folder).isSymbolicLink()
    ? ['--symlink', realpathSync(folder).slice(1), folder]
    : ['--ro-bind', folder, folder];
}

/**
 * Files of a folder that this user may read and others may not: passwords and keys, if this user is root or in a system
 * group.
 */
function hiddenFromOthers(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isSymbolicLink()) return [];
    const file = path.join(folder, entry.name);
    const { mode } = lstatSync(file);
    if (!(mode & (entry.isDirectory() ? 0o001 : 0o004))) return isReadable(file) ? [file] : [];
    return entry.isDirectory() && isReadable(file) ? hiddenFromOthers(file) : [];
  });
}

function hide(file: string): readonly string[] {
  return lstatSync(file).isDirectory() ? ['--tmpfs', file] : ['--ro-bind', '/dev/null', file];
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
