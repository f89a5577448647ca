import koffi from 'koffi';
import type { interfaces } from './runtime-interfaces.ts';

type Interfaces = typeof interfaces;
export type InterfaceName = keyof Interfaces;

/** An interface and those it extends. */
type Line<I> = I extends InterfaceName ? I | Line<Interfaces[I]['base']> : never;

/** The address of a COM object that offers an interface: of its own process, and counted. Never null. */
export type ComPointer<I extends InterfaceName = 'IUnknown'> = number & { readonly [Name in Line<I>]: true };

const addRefSlot = 1;
const releaseSlot = 2;

type Counter = (self: number) => number;
const counters = new Map<number, Counter>();
let prototype: ReturnType<typeof koffi.proto> | null = null;

function counter(pointer: ComPointer, slot: number): Counter {
  const address = methodAddress(vtableOf(pointer), slot);
  const known = counters.get(address);
  if (known) return known;
  prototype ??= koffi.proto('uint32 __stdcall ComCounter(uintptr_t self)');
  const made = koffi.decode(BigInt(address), prototype) as Counter;
  counters.set(address, made);
  return made;
}

/** Where the table of an object's methods is. Asked of each object: two of one interface may have different ones. */
export function vtableOf(pointer: number): number {
  return koffi.decode.uint64(pointer) as number;
}

/** Where the code of a method is. */
export function methodAddress(vtable: number, slot: number): number {
  return koffi.decode.uint64(vtable + slot * 8) as number;
}

/** Keeps an object alive for one more owner; answers how many it has. */
export function addRef(pointer: ComPointer): number {
  return counter(pointer, addRefSlot)(pointer);
}

/** Gives up one ownership; the address is not to be used any more. Answers how many are left. */
export function release(pointer: ComPointer): number {
  return counter(pointer, releaseSlot)(pointer);
}

/** Who releases what a call gives. */
export interface Owner {
  own(pointer: ComPointer): void;
}

/** Releases what it owns when it ends. */
export class Scope implements Owner {
  readonly #owned: ComPointer[] = [];

  own(pointer: ComPointer): void {
    this.#owned.push(pointer);
  }

  /** Newest first. */
  release(): void {
    for (let last = this.#owned.pop(); last !== undefined; last = this.#owned.pop()) release(last);
  }
}

/** Runs work whose objects are needed no longer than it: all are released at its end, however it ends. */
export function scoped<T>(work: (scope: Scope) => T): T {
  const scope = new Scope();
  try {
    return work(scope);
  } finally {
    scope.release();
  }
}

/** An address or handle: those of programs fit a number. */
export function readAddress(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true);
}
