import koffi from 'koffi';
import type { interfaces } from './runtime-interfaces.ts';

type Interfaces = typeof interfaces;
export type InterfaceName = keyof Interfaces;

/** An interface and those it extends. */
type Line<I> = I extends InterfaceName ? I | Line<Interfaces[I]['base']> : never;

/** The address of a COM object with an interface: in this process, reference-counted, never null. */
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

/** The address of an object's vtable. Read per object: two objects with one interface may have different ones. */
export function vtableOf(pointer: number): number {
  return koffi.decode.uint64(pointer) as number;
}

/** The address of a method's code. */
export function methodAddress(vtable: number, slot: number): number {
  return koffi.decode.uint64(vtable + slot * 8) as number;
}

/** Adds a reference; returns the count. */
export function addRef(pointer: ComPointer): number {
  return counter(pointer, addRefSlot)(pointer);
}

/** Releases a reference; the address must not be used any more. Returns the remaining count. */
export function release(pointer: ComPointer): number {
  return counter(pointer, releaseSlot)(pointer);
}

/** The owner of the objects that a call returns. */
export interface Owner {
  own(pointer: ComPointer): void;
}

/** Releases the objects that it owns when it ends. */
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

/** Runs work with a scope, and releases all its objects at the end, even on failure. */
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
