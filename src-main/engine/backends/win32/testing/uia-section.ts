import koffi from 'koffi';
import { createFileMapping, mapViewOfFile, unmapViewOfFile } from '../native/shared-memory.ts';
import type { Handle } from '../native/types.ts';
import { closeHandle } from '../native/handles.ts';

/** PAGE_READWRITE and FILE_MAP_ALL_ACCESS of winnt.h; memory of no file. */
const [readWrite, allAccess, noFile] = [0x04, 0xf001f, -1] as const;

/** The 32-bit fields of e2e/target-apps/windows/uia/section.h, in order; documented there. */
export const sectionFields = [
  'processId',
  'liveObjects',
  'calls',
  'subscriptions',
  'events',
  'nodes',
  'mostNodes',
  'searched',
  'appMicroseconds',
  'mostMicroseconds',
  'coalesces',
  'recovers',
  'defaultActions',
  'callMicroseconds',
  'nodeMicroseconds',
  'searchMicroseconds',
  'faultKind',
  'faultValue',
  'faultSkips',
  'faultStrikes',
  'faultWindow',
  'treeWindow',
  'treeNodes',
  'treeFanOut',
  'treeWordless',
  'treeBadNode',
  'treeBadResult',
  'treeContent',
  'treeContentHidden',
  'treeContentMs',
  'treeList',
  'treeListRows',
  'treeWritten',
  'treeRestless',
  'invoked',
  'treeVersion',
  'burstKind',
  'burstCount',
] as const;
export type SectionField = (typeof sectionFields)[number];

const size = sectionFields.length * Int32Array.BYTES_PER_ELEMENT;

/** The memory that tests share with the UI Automation fixture, in any process. */
export class UiaSection {
  readonly #mapping: Handle;
  readonly #view: unknown;
  readonly #fields: Int32Array;

  constructor() {
    this.#mapping = createFileMapping(noFile, null, readWrite, 0, size, 'Local\\DeskscopeUia');
    this.#view = mapViewOfFile(this.#mapping, allAccess, 0, 0, size);
    this.#fields = new Int32Array(koffi.view(this.#view, size));
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

  /** Must not be read afterwards. */
  close(): void {
    unmapViewOfFile(this.#view);
    closeHandle(this.#mapping);
  }
}
