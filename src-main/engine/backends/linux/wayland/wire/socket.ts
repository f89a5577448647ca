import { closeSync } from 'node:fs';
import koffi from 'koffi';

/*
 * What Node lacks: passing file descriptors over a socket, and memory files. Constants of sys/socket.h, sys/mman.h, poll.h and
 * errno.h, the same on all Linux architectures.
 */
const unix = 1;
const stream = 1;
const closeOnExec = 0x80000;
const noSignal = 0x4000;
const solSocket = 1;
const scmRights = 1;
const soPeerCredentials = 17;
const memfdCloseOnExec = 1;
const pollOut = 4;
const again = 11;
const doNotWait = 0x40;
const closeReceivedOnExec = 0x40000000;
/** How long a compositor may leave its socket full, in milliseconds. */
const sendWithinMs = 1_000;

const libc = koffi.load('libc.so.6');
const iovec = koffi.struct({ base: 'void*', length: 'size_t' });
const message = koffi.struct({
  name: 'void*',
  nameLength: 'uint32',
  parts: koffi.pointer(iovec),
  partCount: 'size_t',
  control: 'void*',
  controlLength: 'size_t',
  flags: 'int',
});
const pollEntry = koffi.struct({ fd: 'int', events: 'int16', found: 'int16' });

const sys = {
  socket: libc.func('socket', 'int', ['int', 'int', 'int']),
  connect: libc.func('connect', 'int', ['int', 'void*', 'uint32']),
  sendmsg: libc.func('sendmsg', 'long', ['int', koffi.pointer(message), 'int']),
  recvmsg: libc.func('recvmsg', 'long', ['int', koffi.inout(koffi.pointer(message)), 'int']),
  pipe2: libc.func('pipe2', 'int', ['void*', 'int']),
  poll: libc.func('poll', 'int', [koffi.inout(koffi.pointer(pollEntry)), 'ulong', 'int']),
  memfdCreate: libc.func('memfd_create', 'int', ['str', 'uint32']),
  getsockopt: libc.func('getsockopt', 'int', ['int', 'int', 'int', 'void*', koffi.inout(koffi.pointer('uint32'))]),
  ftruncate: libc.func('ftruncate', 'int', ['int', 'long']),
};

/** Maximum path length of a Unix socket, including its NUL: sun_path of sys/un.h. */
const longestPath = 108;

/** A descriptor connected to a Unix socket; a leading NUL denotes the abstract namespace. @throws Error */
export function connectTo(path: string): number {
  if (Buffer.byteLength(path) >= longestPath) throw new Error(`${path} is too long for a socket`);
  const fd = sys.socket(unix, stream | closeOnExec, 0) as number;
  const address = Buffer.alloc(2 + longestPath);
  address.writeUInt16LE(unix, 0);
  const written = address.write(path, 2);
  // All bytes of an abstract name count, so the address ends with the name.
  const length = path.startsWith('\0') ? 2 + written : address.length;
  if (fd < 0 || sys.connect(fd, address, length) !== 0) throw new Error(`nothing listens at ${path}`);
  return fd;
}

export interface Peer {
  readonly processId: number;
  readonly userId: number;
}

/** The peer's process id of a descriptor; null if the kernel does not report it. */
export function peerOf(fd: number): Peer | null {
  const found = Buffer.alloc(12);
  if (sys.getsockopt(fd, solSocket, soPeerCredentials, found, [found.length]) !== 0) return null;
  return { processId: found.readInt32LE(0), userId: found.readUInt32LE(4) };
}

/** The process that listens at a socket; null if there is none. */
export function peerAt(path: string): Peer | null {
  try {
    const fd = connectTo(path);
    try {
      return peerOf(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** Writes everything at once, with descriptors that are duplicated for the peer. @throws Error */
export function sendWith(fd: number, data: Buffer, passed: readonly number[]): void {
  const control = passed.length > 0 ? rights(passed) : null;
  const head = {
    name: null,
    nameLength: 0,
    parts: [{ base: data, length: data.length }],
    partCount: 1,
    control,
    controlLength: control?.length ?? 0,
    flags: 0,
  };
  let sent = sys.sendmsg(fd, head, noSignal) as number;
  if (sent < 0 && koffi.errno() === again) {
    sys.poll({ fd, events: pollOut, found: 0 }, 1, sendWithinMs);
    sent = sys.sendmsg(fd, head, noSignal) as number;
  }
  if (sent !== data.length) throw new Error('the compositor takes no more');
}

/** A memory file of zeros, as a descriptor. @throws Error */
export function memoryFile(size: number): number {
  const fd = sys.memfdCreate('deskscope', memfdCloseOnExec) as number;
  if (fd < 0 || sys.ftruncate(fd, size) !== 0) throw new Error(`no ${size} bytes of shared memory are to be had`);
  return fd;
}

/** Received data with their descriptors; null if there are none. @throws Error at the end of the stream */
export function receiveWith(
  fd: number,
  buffer: Buffer,
): { readonly length: number; readonly fds: readonly number[] } | null {
  const control = Buffer.alloc(controlBytes);
  const head = {
    name: null,
    nameLength: 0,
    parts: [{ base: buffer, length: buffer.length }],
    partCount: 1,
    control,
    controlLength: control.length,
    flags: 0,
  };
  const length = sys.recvmsg(fd, head, doNotWait | closeReceivedOnExec) as number;
  if (length < 0 && koffi.errno() === again) return null;
  if (length <= 0) throw new Error('the stream has ended');
  return { length, fds: descriptorsIn(control.subarray(0, head.controlLength)) };
}

/** Both ends of a pipe. @throws Error */
export function openPipe(): { readonly read: number; readonly write: number } {
  const ends = Buffer.alloc(8);
  if ((sys.pipe2(ends, closeOnExec) as number) !== 0) throw new Error('no pipe is to be had');
  return { read: ends.readInt32LE(0), write: ends.readInt32LE(4) };
}

/** Space for the maximum number of descriptors per message: SCM_MAX_FD of unix(7). */
const controlBytes = 16 + 253 * 4 + 4;

function descriptorsIn(control: Buffer): readonly number[] {
  const fds: number[] = [];
  for (let at = 0; at + 16 <= control.length;) {
    const length = Number(control.readBigUInt64LE(at));
    if (length < 16) break;
    const isRights = control.readInt32LE(at + 8) === solSocket && control.readInt32LE(at + 12) === scmRights;
    for (let each = at + 16; isRights && each + 4 <= at + length; each += 4) fds.push(control.readInt32LE(each));
    at += Math.ceil(length / 8) * 8;
  }
  return fds;
}

/** A control message with descriptors: cmsg(3), with 64-bit lengths. */
function rights(fds: readonly number[]): Buffer {
  const header = 16;
  const control = Buffer.alloc(header + Math.ceil((fds.length * 4) / 8) * 8);
  control.writeBigUInt64LE(BigInt(header + fds.length * 4), 0);
  control.writeInt32LE(solSocket, 8);
  control.writeInt32LE(scmRights, 12);
  for (const [i, fd] of fds.entries()) control.writeInt32LE(fd, header + i * 4);
  return control;
}
