import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Handle } from '../native/types.ts';
import { closeHandle } from '../native/handles.ts';

const createFileMapping = declare<
  (file: number, security: null, protection: number, high: number, size: number, name: string) => Handle
>(
  'kernel32',
  'HANDLE CreateFileMappingW(intptr_t file, void* security, uint32 protection, uint32 high, uint32 size, str16 name)',
);
const mapViewOfFile = declare<(mapping: Handle, access: number, high: number, low: number, size: number) => unknown>(
  'kernel32',
  'void* MapViewOfFile(HANDLE mapping, uint32 access, uint32 high, uint32 low, uintptr_t size)',
);
const unmapViewOfFile = declare<(view: unknown) => number>('kernel32', 'int32 UnmapViewOfFile(void* view)');

/** PAGE_READWRITE and FILE_MAP_ALL_ACCESS of winnt.h; memory of no file. */
const [readWrite, allAccess, noFile] = [0x04, 0xf001f, -1] as const;

/** The 32-bit fields of e2e/target-apps/windows/uia/section.h, in their order; that file says what each is. */
export const sectionFields = [
  'layout',
  'processId',
  'liveObjects',
  'calls',
  'nodes',
  'subscriptions',
  'events',
  'actions',
  'lastAction',
  'lastNode',
  'callMicroseconds',
  'nodeMicroseconds',
  'faultKind',
  'faultValue',
  'faultSkips',
  'faultStrikes',
  'faultWindow',
  'treeWindow',
  'treeNodes',
  'treeFanOut',
  'treeVersion',
  'treeTextLength',
  'treeVirtualFrom',
  'burstKind',
  'burstCount',
] as const;
export type SectionField = (typeof sectionFields)[number];

/** After the fields: the beginning of the names in the made-up tree, UTF-16, ended by a zero. */
const [nameAt, longestName] = [sectionFields.length * 4, 63] as const;
const size = nameAt + (longestName + 1) * 2;

/** The memory that tests share with the UI Automation fixture, whichever process it is loaded in. */
export class UiaSection {
  readonly #mapping: Handle;
  readonly #view: unknown;
  readonly #fields: Int32Array;
  readonly #name: Uint16Array;

  constructor() {
    this.#mapping = createFileMapping(noFile, null, readWrite, 0, size, 'Local\\DeskscopeUia');
    this.#view = mapViewOfFile(this.#mapping, allAccess, 0, 0, size);
    const memory = koffi.view(this.#view, size);
    this.#fields = new Int32Array(memory, 0, sectionFields.length);
    this.#name = new Uint16Array(memory, nameAt, longestName + 1);
  }

  read(field: SectionField): number {
    return this.#fields[sectionFields.indexOf(field)] ?? 0;
  }

  set(values: Partial<Record<SectionField, number>>): void {
    for (const field of sectionFields) {
      const value = values[field];
      if (value !== undefined) this.#fields[sectionFields.indexOf(field)] = value;
    }
  }

  nameTree(beginning: string): void {
    this.#name.fill(0);
    for (let index = 0; index < Math.min(beginning.length, longestName); index++) {
      this.#name[index] = beginning.charCodeAt(index);
    }
  }

  /** Nothing of it may be read any more. */
  close(): void {
    unmapViewOfFile(this.#view);
    closeHandle(this.#mapping);
  }
}
