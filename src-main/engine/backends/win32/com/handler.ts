import koffi from 'koffi';
import { interfaces } from './runtime-interfaces.ts';
import { resultCode } from '../native/errors.ts';
import { guidBytes } from './guid.ts';
import type { ComPointer, InterfaceName } from './memory.ts';

/** Interfaces with a single method besides IUnknown's, called by others to report something. */
export type HandlerName = Extract<InterfaceName, `${string}EventHandler`>;

/**
 * A handler's arguments as in registers: numbers and addresses, owned by the caller and valid during the call. Registers beyond
 * the parameters are undefined.
 */
export type EventArguments = readonly [first: number | bigint, second: number | bigint, third: number | bigint];

interface Kept {
  readonly iids: readonly Buffer[];
  readonly called: (...reported: EventArguments) => void;
  references: number;
}

const [ok, noInterface, badPointer] = [0, resultCode.noInterface | 0, resultCode.nullPointer | 0];

/** The handlers of this thread, by object address. */
const handlers = new Map<number, Kept>();
let vtable: bigint | null = null;

/**
 * An object whose only method calls back. It may be called from any thread: the call waits until this thread's event loop
 * turns. It lives until the last reference is released; the first is the caller's.
 */
export function createHandler<I extends HandlerName>(
  type: I,
  called: (...reported: EventArguments) => void,
): ComPointer<I> {
  const place = koffi.alloc('uint64', 1) as bigint;
  koffi.encode(place, 'uint64', (vtable ??= createVtable()));
  const address = Number(place);
  const iids = [interfaces.IUnknown.iid, interfaces[type].iid].map((iid) => Buffer.from(guidBytes(iid)));
  handlers.set(address, { iids, called, references: 1 });
  return address as ComPointer<I>;
}

/** Number of handlers still referenced. */
export function countHandlers(): number {
  return handlers.size;
}

/** Shared: the methods look up the object by its address. */
function createVtable(): bigint {
  const table = koffi.alloc('uint64', 4) as bigint;
  const addresses = [
    register('int32 __stdcall ComQuery(uintptr_t self, void* iid, void* object)', queryInterface),
    register('uint32 __stdcall ComAddRef(uintptr_t self)', addRef),
    register('uint32 __stdcall ComRelease(uintptr_t self)', release),
    // Each has one to three parameters, all in registers: a VARIANT is passed by address.
    register('int32 __stdcall ComHandle(uintptr_t self, uintptr_t first, uintptr_t second, uintptr_t third)', handle),
  ];
  koffi.encode(table, 'uint64', addresses, addresses.length);
  return table;
}

function register(prototype: string, method: (...args: never[]) => number): bigint {
  return koffi.address(koffi.register(method, koffi.pointer(koffi.proto(prototype))));
}

function queryInterface(self: number, iid: bigint, object: bigint): number {
  const kept = handlers.get(self);
  if (!kept || !object) return badPointer;
  const wanted = Buffer.from(koffi.decode(iid, 'uint8', 16) as Uint8Array);
  const known = kept.iids.some((one) => one.equals(wanted));
  koffi.encode(object, 'uint64', known ? BigInt(self) : 0n);
  if (!known) return noInterface;
  kept.references += 1;
  return ok;
}

function addRef(self: number): number {
  const kept = handlers.get(self);
  return kept ? ++kept.references : 0;
}

function release(self: number): number {
  const kept = handlers.get(self);
  if (!kept) return 0;
  kept.references -= 1;
  if (kept.references === 0) {
    handlers.delete(self);
    koffi.free(BigInt(self));
  }
  return kept.references;
}

function handle(self: number, ...reported: EventArguments): number {
  handlers.get(self)?.called(...reported);
  return ok;
}
