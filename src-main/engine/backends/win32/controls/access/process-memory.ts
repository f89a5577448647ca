import type { Handle } from '../../native/types.ts';
import { lastFailure } from '../../native/errors.ts';
import { closeHandle, openProcess } from '../../native/handles.ts';
import * as api from './api.ts';

/** `PROCESS_VM_OPERATION`, `_VM_READ`, `_VM_WRITE`, `_QUERY_LIMITED_INFORMATION` of winnt.h. */
const access = 0x0008 | 0x0010 | 0x0020 | 0x1000;
/** `MEM_COMMIT | MEM_RESERVE`, `MEM_RELEASE`, `PAGE_READWRITE` of winnt.h. */
const [commitAndReserve, release, readWrite] = [0x3000, 0x8000, 4];

/** Number of allocated blocks in other processes, for leak tests. */
let blocks = 0;
export function heldBlocks(): number {
  return blocks;
}

/**
 * A block of memory in another process. Messages of common controls contain pointers, which must be valid in that process:
 * Windows marshals only messages below `WM_USER`.
 * https://learn.microsoft.com/windows/win32/winmsg/about-messages-and-message-queues#system-defined-messages
 */
export class ProcessMemory {
  /** Pointer size of that process, in bytes. */
  readonly pointerSize: 4 | 8;
  readonly #process: Handle;
  #address = 0;
  #size = 0;

  /** @throws Win32Failure such as access denied, if the process has higher privileges */
  constructor(processId: number) {
    this.#process = openProcess(access, 0, processId);
    if (!this.#process) throw lastFailure('OpenProcess');
    const answer = Buffer.alloc(4);
    const isKnown = api.isWow64Process(this.#process, answer) !== 0;
    this.pointerSize = isKnown && answer.readInt32LE() !== 0 ? 4 : 8;
  }

  /** The address of the block, resized to this many bytes. The previous content may be lost. */
  reserve(bytes: number): number {
    if (bytes > this.#size) {
      this.#free();
      const size = Math.max(0x10000, bytes);
      this.#address = api.virtualAllocEx(this.#process, 0, size, commitAndReserve, readWrite);
      if (!this.#address) throw lastFailure('VirtualAllocEx');
      this.#size = size;
      blocks += 1;
    }
    return this.#address;
  }

  /** Writes the beginning of the block. */
  write(bytes: Buffer): void {
    const address = this.reserve(bytes.length);
    const done = api.writeProcessMemory(this.#process, address, bytes, bytes.length, null);
    if (!done) throw lastFailure('WriteProcessMemory');
  }

  /** Reads the beginning of the block. */
  read(bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes);
    const done = api.readProcessMemory(this.#process, this.#address, buffer, bytes, null);
    if (!done) throw lastFailure('ReadProcessMemory');
    return buffer;
  }

  close(): void {
    this.#free();
    closeHandle(this.#process);
  }

  #free(): void {
    if (!this.#address) return;
    api.virtualFreeEx(this.#process, this.#address, 0, release);
    this.#address = 0;
    this.#size = 0;
    blocks -= 1;
  }
}
