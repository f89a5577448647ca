import koffi from 'koffi';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import { createFileMapping, mapViewOfFile } from '../native/shared-memory.ts';

/** PAGE_READWRITE and FILE_MAP_WRITE of winnt.h and memoryapi.h; memory of no file. */
const [readWrite, write, noFile] = [0x04, 0x02, -1] as const;
const size = 8;

/**
 * When a Deskscope has last sent input, in memory that all of this session share until the last one ends, by the machine's monotonic clock. New
 * memory is zero: https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-createfilemappinga
 */
export class SentMark {
  readonly #view: unknown;

  constructor() {
    const mapping = createFileMapping(noFile, null, readWrite, 0, size, 'Local\\DeskscopeSent');
    this.#view = mapping === 0 ? null : mapViewOfFile(mapping, write, 0, 0, size);
  }

  /** To be called before the input is sent. */
  note(): void {
    if (this.#view !== null) koffi.encode(this.#view, 'double', monotonicMs());
  }

  /** Milliseconds since then; null where no one has sent any. */
  ago(): number | null {
    const at: unknown = this.#view === null ? 0 : koffi.decode(this.#view, 'double');
    return typeof at === 'number' && at > 0 ? Math.max(0, monotonicMs() - at) : null;
  }
}
