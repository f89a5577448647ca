import { execFile } from 'node:child_process';
import { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import koffi from 'koffi';
import { endChild } from '../../../scripts/lib/children.mjs';
import { startXServer } from '../../../scripts/lib/x-server.mjs';

/** Tries all that it should not reach, and prints what it did reach. Python; its arguments are what there is to reach. */
const attacker = `
import ctypes, os, socket, sys
port, secret, process, display, bus, agent, engine = sys.argv[1:]
reached = []
def attempt(name, action):
    try:
        if action(): reached.append(name)
    except Exception: pass
def connect(family, address):
    with socket.socket(family) as s:
        s.settimeout(2)
        s.connect(address)
    return True
attempt('a server of this machine', lambda: connect(socket.AF_INET, ('127.0.0.1', int(port))))
attempt('another network', lambda: len(os.listdir('/sys/class/net')) > 1)
attempt('routes', lambda: len(open('/proc/net/route').readlines()) > 1)
attempt('a file', lambda: open(secret).read())
attempt('the folder of a file', lambda: os.listdir(os.path.dirname(secret)))
attempt('passwords', lambda: open('/etc/shadow').read())
attempt('keys', lambda: os.listdir('/etc/ssl/private'))
attempt('files of a home', lambda: [name for name in os.listdir('/root') if os.path.isfile('/root/' + name)])
attempt('other homes', lambda: [name for name in os.listdir('/home') if name != 'desktop'])
attempt('the display', lambda: connect(socket.AF_UNIX, '/tmp/.X11-unix/X' + display))
attempt('the abstract display', lambda: connect(socket.AF_UNIX, '\\0/tmp/.X11-unix/X' + display))
attempt('the session bus', lambda: connect(socket.AF_UNIX, bus))
attempt('the abstract bus', lambda: connect(socket.AF_UNIX, '\\0' + bus))
attempt('an agent with keys', lambda: connect(socket.AF_UNIX, agent))
attempt('the system bus', lambda: connect(socket.AF_UNIX, '/run/dbus/system_bus_socket'))
attempt('a key of the kernel', lambda: ctypes.CDLL(None).syscall({'x86_64': 249, 'aarch64': 218}[os.uname().machine], b'user', b'deskscope-test', None, 0) > 0)
# Another process may have the same number inside.
pid, namespace = process.split(' ')
attempt('a process', lambda: os.readlink('/proc/' + pid + '/ns/pid') == namespace)
attempt('its environment', lambda: 'SECRET_OF_THE_USER' in os.environ)
attempt('input devices', lambda: os.listdir('/dev/input'))
attempt('disks', lambda: [name for name in os.listdir('/dev') if name.startswith(('sd', 'vd', 'nvme'))])
# Opened and not written to: this also runs outside.
attempt('programs to change', lambda: open('/usr/share/common-licenses/GPL-2', 'a'))
attempt('settings to change', lambda: open('/etc/hostname', 'a'))
attempt('the engine to change', lambda: open(engine, 'a'))
attempt('a root of its own', lambda: os.setuid(0) is None)
print(reached)
`;

/** A user's resources on this machine, and the program that tries to reach them. */
export interface Attack {
  /** Prints `[]` where it reaches nothing. */
  readonly command: readonly [string, ...string[]];
  /** Variables of the user's programs. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * A network, files, a display, a bus and keys of a user, as real as a test can have them.
 * @param engine Deskscope's own, which nobody inside should change
 * @throws Error if the program reaches too little outside to mean something inside
 */
export async function prepareAttack(engine: string): Promise<Attack> {
  const servers: Server[] = [];
  const listen = (at: object | string) =>
    new Promise<Server>((resolve) => {
      const each = createServer().listen(at, () => resolve(each));
      servers.push(each);
    });
  addKernelKey();
  // Not :0, which desktops have inside as well.
  const server = await startXServer(`:${10_000 + (process.pid % 40_000)}`);
  const outside = mkdtempSync(path.join(tmpdir(), 'user-'));
  const close = async () => {
    for (const each of servers) each.close();
    await endChild(server.server);
    rmSync(outside, { recursive: true });
  };
  try {
    const secret = path.join(outside, 'secret.txt');
    writeFileSync(secret, 'of the user');
    const [bus, agent] = [path.join(outside, 'bus'), path.join(outside, 'agent')];
    const web = await listen({ port: 0, host: '127.0.0.1' });
    for (const socket of [bus, agent]) await listen(socket);
    const { port } = web.address() as AddressInfo;
    const self = `${process.pid} ${readlinkSync('/proc/self/ns/pid')}`;
    const args = [String(port), secret, self, server.display.slice(1), bus, agent, engine];
    const { stdout } = await promisify(execFile)('python3', ['-c', attacker, ...args]);
    for (const each of reachedByAll) if (!stdout.includes(`'${each}'`)) throw new Error(`Outside it misses ${each}.`);
    const environment = { SECRET_OF_THE_USER: 'token', SSH_AUTH_SOCK: agent };
    return { command: ['python3', '-c', attacker, ...args], environment, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Adds a key to a new session keyring of this thread, which the programs it starts inherit. */
function addKernelKey(): void {
  const first = { x64: 248, arm64: 217 }[process.arch as string] ?? 0;
  const call = koffi.load('libc.so.6').func('long syscall(long number, ...)');
  const [join, toSession] = [1, -3];
  call(first + 2, 'int', join, 'void *', null);
  call(first, 'str', 'user', 'str', 'deskscope-test', 'str', 'secret', 'size_t', 6, 'int', toSession);
}

/** Output when anyone runs it outside. */
const reachedByAll = [
  'a server of this machine',
  'a file',
  'the display',
  'the abstract display',
  'the session bus',
  'an agent with keys',
  'a key of the kernel',
  'a process',
] as const;
