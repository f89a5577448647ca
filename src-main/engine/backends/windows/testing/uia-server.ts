import { spawnSync } from 'node:child_process';
import path from 'node:path';
import koffi from 'koffi';
import { classes } from '../com/generated/interfaces.ts';
import { hasFunction } from '../native/library.ts';

/** Fields of the shared section, by their offsets: e2e/target-apps/windows/uia/section.h says what they mean. */
const fields = {
  ...{ layout: 0, processId: 4, liveObjects: 8, calls: 12, nodes: 16, subscriptions: 20, events: 24 },
  ...{ actions: 28, lastAction: 32, lastNode: 36, callMicroseconds: 40, nodeMicroseconds: 44, faultKind: 48 },
  ...{ faultValue: 52, faultSkips: 56, faultStrikes: 60, faultWindow: 64, treeWindow: 68, treeNodes: 72 },
  ...{ treeFanOut: 76, treeVersion: 80, treeTextLength: 84, treeVirtualFrom: 88, burstKind: 92, burstCount: 96 },
} as const;
const layout = 1;
type Field = keyof typeof fields;

export const faults = { none: 0, hangsInTime: 1, hangs: 2, crashes: 3, answersNull: 4, answers: 5 } as const;

export interface UiaServer {
  get(field: Field): number;
  set(values: Partial<Record<Field, number>>): void;
  /** Puts the registry back, and every field to 0. */
  remove(): void;
}

export function fixture(file: string): string {
  return path.join(process.env.DESKSCOPE_WINDOWS_FIXTURES ?? '', file);
}

/**
 * Makes our own UI Automation server what every program that starts one gets. Only in Wine: on Windows it would take the
 * place of the real one for the whole machine.
 */
export function installUiaServer(): UiaServer {
  if (!hasFunction('ntdll', 'wine_get_version')) throw new Error('This is not Wine.');
  const library = fixture('deskscope-uia.dll');
  const before = Object.values(classes).map((id) => [id, registered(id)] as const);
  for (const [id] of before) register(id, library);
  const getSection = koffi.load(library).func('uintptr_t DeskscopeUiaSection()') as () => number;
  const section = getSection();
  const get = (field: Field) => koffi.decode.int32(section + fields[field]);
  if (get('layout') !== layout) throw new Error(`The test server has layout ${get('layout')}, not ${layout}.`);
  const set: UiaServer['set'] = (values) => {
    for (const [field, value] of Object.entries(values)) {
      koffi.encode(BigInt(section + fields[field as Field]), 'int32', value);
    }
  };
  return {
    get,
    set,
    remove() {
      for (const [id, server] of before) register(id, server);
      const settable = Object.entries(fields).filter(([, offset]) => offset >= fields.callMicroseconds);
      set(Object.fromEntries(settable.map(([field]) => [field, 0])));
    },
  };
}

function keyOf(id: string): string {
  return `HKLM\\Software\\Classes\\CLSID\\{${id}}\\InprocServer32`;
}

function registered(id: string): string {
  const { stdout } = spawnSync('reg', ['query', keyOf(id), '/ve'], { encoding: 'utf8' });
  const server = /REG_(?:EXPAND_)?SZ\s+(.+?)\s*$/m.exec(stdout)?.[1];
  if (server === undefined) throw new Error(`Who serves ${id}? ${stdout}`);
  return server;
}

function register(id: string, server: string): void {
  const { status, stderr } = spawnSync('reg', ['add', keyOf(id), '/ve', '/d', server, '/f'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The test server could not be registered: ${stderr}`);
}
