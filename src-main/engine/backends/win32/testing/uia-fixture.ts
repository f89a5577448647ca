import { setTimeout as sleep } from 'node:timers/promises';
import { classes } from '../com/generated/interfaces.ts';
import { declare, hasFunction } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import { uiaServer } from './fixtures.ts';
import { UiaSection } from './uia-section.ts';
import { linesOf, WrittenTree } from './written-tree.ts';

const regSetKeyValue = declare<
  (root: number, key: string, value: null, type: number, data: Uint8Array, size: number) => number
>('advapi32', 'int32 RegSetKeyValueW(intptr_t root, str16 key, str16 value, uint32 type, void* data, uint32 size)');

/** HKEY_LOCAL_MACHINE, a negative number of 32 bits, and REG_SZ, of winreg.h and winnt.h. */
const [localMachine, text] = [0x80000002 | 0, 1] as const;
const systemServer = 'C:\\windows\\system32\\uiautomationcore.dll';

/** A fault of the fixture's call, instead of its default work. */
export type UiaFault =
  /** It takes this long, whatever the client's timeout. */
  | { readonly kind: 'hangs'; readonly milliseconds: number }
  /** An access violation in the calling process. */
  | { readonly kind: 'crashes' }
  /** Success without a result. */
  | { readonly kind: 'answers null' }
  | { readonly kind: 'answers'; readonly hresult: number }
  /** Same, only for pattern actions, and after they are performed. */
  | { readonly kind: 'answers acts'; readonly hresult: number };

const faultKinds = ['hangs', 'crashes', 'answers null', 'answers', 'answers acts'] as const;

export interface FaultTimes {
  /** Number of successful calls before it strikes. */
  readonly skips?: number;
  /** Number of times it strikes; once by default. */
  readonly strikes?: number;
  /** Only calls for this top-level window; all by default. */
  readonly window?: Hwnd;
}

/** Far longer than the events of any test take. */
const burstMs = 20_000;

const bursts = ['focus', 'structure', 'name', 'range'] as const;

export interface MadeUpTree {
  /** Shows the tree instead of its own children. */
  readonly window: Hwnd;
  readonly nodes: number;
  /** Children per node: 1 for a chain, as many as nodes for a flat list, otherwise 10. */
  readonly fanOut?: number;
  /** Its nodes have no names, ids or help. */
  readonly wordless?: boolean;
  /** This node fails to report its children, and so does each query that includes them. */
  readonly failing?: { readonly node: number; readonly hresult: number };
  /**
   * This node is a pane with web content. `hidden`: its content is returned only to queries for its children. It appears
   * `lateMs` after the first query.
   */
  readonly content?: { readonly node: number; readonly hidden?: boolean; readonly lateMs?: number };
  /** This node is a list with this many additional rows that have no provider until they are realised. */
  readonly list?: { readonly node: number; readonly rows: number };
}

/**
 * UI Automation of e2e/target-apps/windows/uia, replacing the system's own for all programs that start to use it from now on,
 * with controls for tests across processes. Only in Wine.
 */
export class UiaFixture {
  readonly section = new UiaSection();
  readonly #written = new WrittenTree();

  private constructor() {}

  /** @throws Error on a real Windows, whose UI Automation must not be replaced */
  static install(): UiaFixture {
    register(uiaServer);
    const fixture = new UiaFixture();
    fixture.reset();
    return fixture;
  }

  /** Restores the system's own for programs started from now on. */
  uninstall(): void {
    this.reset();
    this.section.close();
    this.#written.close();
    register(systemServer);
  }

  /** No tree, costs or faults, counters at zero; live objects are unchanged. */
  reset(): void {
    const { section } = this;
    section.set({
      calls: 0,
      nodes: 0,
      mostNodes: 0,
      searched: 0,
      appMicroseconds: 0,
      mostMicroseconds: 0,
      defaultActions: 0,
      callMicroseconds: 0,
      nodeMicroseconds: 0,
      searchMicroseconds: 0,
      faultKind: 0,
      burstCount: 0,
    });
    section.set({ treeWindow: 0, treeNodes: 0, treeWordless: 0, treeWritten: 0, treeRestless: 0, invoked: 0 });
  }

  /** Shows a tree of new nodes; those of an earlier one are gone. */
  showTree({ window, nodes, fanOut = 10, wordless = false, failing, content, list }: MadeUpTree): void {
    this.section.set({
      treeContent: content?.node ?? 0,
      treeContentHidden: Number(content?.hidden ?? false),
      treeContentMs: content?.lateMs ?? 0,
      treeList: list?.node ?? 0,
      treeListRows: list?.rows ?? 0,
      treeWritten: 0,
    });
    this.section.set({ treeBadNode: failing?.node ?? 0, treeBadResult: (failing?.hresult ?? 0) | 0 });
    this.section.set({ treeWindow: window, treeFanOut: fanOut, treeNodes: nodes, treeWordless: Number(wordless) });
    this.section.set({ treeVersion: this.section.read('treeVersion') + 1 });
  }

  /**
   * Shows a tree written in the format of `linesOf`.
   * @param restless whether its nodes return another runtime id for each query
   */
  showWritten(window: Hwnd, written: string, { restless = false } = {}): void {
    this.section.set({ treeNodes: 0, treeWindow: window, treeRestless: Number(restless) });
    this.section.set({ treeWritten: this.#written.write(linesOf(written)) });
    this.section.set({ treeVersion: this.section.read('treeVersion') + 1 });
  }

  /** The next call, or the next `times` calls, end this way. */
  strike(fault: UiaFault, { skips = 0, strikes = 1, window = 0 }: FaultTimes = {}): void {
    const value = 'milliseconds' in fault ? fault.milliseconds : 'hresult' in fault ? fault.hresult | 0 : 0;
    this.section.set({ faultValue: value, faultSkips: skips, faultStrikes: strikes, faultWindow: window });
    this.section.set({ faultKind: faultKinds.indexOf(fault.kind) + 1 });
  }

  /** Sends events to all listeners, one per node of the tree, repeating from the first; resolves when all were sent. */
  async sendEvents(kind: (typeof bursts)[number], count: number): Promise<void> {
    this.section.set({ burstKind: bursts.indexOf(kind) });
    this.section.set({ burstCount: count });
    const end = Date.now() + burstMs;
    while (this.section.read('burstCount') > 0) {
      if (Date.now() > end) throw new Error('The events were not sent.');
      await sleep(5);
    }
  }
}

function register(server: string): void {
  if (!hasFunction('ntdll', 'wine_get_version')) throw new Error('Only in Wine may UI Automation be replaced.');
  const path = Buffer.from(`${server}\0`, 'utf16le');
  for (const id of Object.values(classes)) {
    const failure = regSetKeyValue(localMachine, keyOf(id), null, text, path, path.byteLength);
    if (failure !== 0) throw new Error(`UI Automation could not be replaced: Windows says ${failure}.`);
  }
}

function keyOf(classId: string): string {
  return `Software\\Classes\\CLSID\\{${classId}}\\InprocServer32`;
}
