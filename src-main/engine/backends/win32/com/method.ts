import koffi from 'koffi';
import { ComFailure, resultCode } from '../native/errors.ts';
import { interfaces } from './runtime-interfaces.ts';
import { givenAs, isObject, takenAs, type Kind, type ValueOf } from './kinds.ts';
import { methodAddress, vtableOf, type ComPointer, type InterfaceName, type Owner } from './memory.ts';

type Methods<I extends InterfaceName> = (typeof interfaces)[I]['methods'];
type Names<I extends InterfaceName> = keyof Methods<I> & string;

type Taken<P> = P extends readonly [infer K, ...infer Rest]
  ? K extends `${string}*`
    ? Taken<Rest>
    : [value: ValueOf<K>, ...rest: Taken<Rest>]
  : [];
type GivenKinds<P> = P extends readonly [infer K, ...infer Rest]
  ? K extends `${infer Plain}*`
    ? [Plain, ...GivenKinds<Rest>]
    : GivenKinds<Rest>
  : [];
type Values<Kinds> = { [Index in keyof Kinds]: ValueOf<Kinds[Index]> };
type Result<Kinds> = Kinds extends [] ? undefined : Kinds extends [infer Only] ? ValueOf<Only> : Values<Kinds>;
/** Methods that return objects take a scope that releases them. */
type OwnerFirst<Kinds> =
  Extract<Kinds extends unknown[] ? Kinds[number] : never, InterfaceName> extends never ? [] : [owner: Owner];

/** Takes the input parameters in order, and returns the outputs: nothing, a single value, or a list. */
export type Method<I extends InterfaceName, P> = (
  ...args: [...OwnerFirst<GivenKinds<P>>, self: ComPointer<I>, ...Taken<P>]
) => Result<GivenKinds<P>>;

type NativeMethod = (...args: readonly unknown[]) => number;

/**
 * The only way to call a method of a COM object. Vtable slot and parameter types come from the generated tables; texts,
 * variants and arrays are freed after the call, objects are passed to an owner.
 * @example const getName = method('IUIAutomationElement', 'get_CurrentName'); const findFirst = method('IUIAutomationElement',
 * 'FindFirst'); scoped((scope) => { const found = findFirst(scope, root, treeScope.Children, condition); return found &&
 * getName(found) });
 */
export function method<I extends InterfaceName, M extends Names<I>>(type: I, name: M): Method<I, Methods<I>[M]> {
  const call = compile(type, name);
  return call as unknown as Method<I, Methods<I>[M]>;
}

function compile(type: InterfaceName, name: string): (...args: never[]) => unknown {
  const { slot, parameters } = find(type, name);
  const kinds = parameters.map((parameter) => parameter.replace('*', '') as Kind);
  const isGiven = parameters.map((parameter) => parameter.endsWith('*'));
  const takes = kinds.filter((_, index) => !isGiven[index]).map(takenAs);
  const gives = kinds.filter((_, index) => isGiven[index]).map((kind) => new Place(kind));
  const signature = kinds.map((kind, index) => (isGiven[index] ? 'void*' : takenAs(kind).type)).join(', ');
  const what = `${type}.${name}`;
  const code = new Code(slot, signature);
  const [only, ...others] = gives;
  const isPlain = only && others.length === 0 && !only.isObject && !takes.some(({ pass }) => pass);
  if (isPlain && parameters.length <= 2 && isGiven.at(-1) === true) return compileGetter(what, code, only);
  return compileAny(what, code, isGiven, takes, gives);
}

/** The fast path for properties of elements: at most one number in, one value out. */
function compileGetter(what: string, code: Code, place: Place): (self: number | null, value?: number) => unknown {
  return (self, value) => {
    if (!self) throw new ComFailure(what, resultCode.nullPointer);
    place.clear();
    const native = code.of(self);
    const result = value === undefined ? native(self, place.bytes) : native(self, value, place.bytes);
    if (result < 0) throw new ComFailure(what, result);
    return place.read(null);
  };
}

function compileAny(
  what: string,
  code: Code,
  isGiven: readonly boolean[],
  takes: readonly ReturnType<typeof takenAs>[],
  gives: readonly Place[],
): (...args: unknown[]) => unknown {
  const needsOwner = gives.some((place) => place.isObject);
  return (...args) => {
    const owner = needsOwner ? (args.shift() as Owner) : null;
    const [self, ...values] = args as [number | null, ...never[]];
    // A call on a null object would crash the process.
    if (!self) throw new ComFailure(what, resultCode.nullPointer);
    const passed = takes.map((take, index) => (take.pass ? take.pass(values[index] as never) : values[index]));
    for (const place of gives) place.clear();
    let [nextTaken, nextGiven] = [0, 0];
    try {
      // Outputs are interleaved with inputs.
      const all = isGiven.map((given) => (given ? gives[nextGiven++]?.bytes : passed[nextTaken++]));
      const result = code.of(self)(self, ...all);
      if (result < 0) throw new ComFailure(what, result);
    } finally {
      for (const [index, take] of takes.entries()) take.free?.(passed[index] as never);
    }
    const results = gives.map((place) => place.read(owner));
    return results.length > 1 ? results : results[0];
  };
}

/** A method's code, by vtable: reading it again costs more than calling it. */
class Code {
  readonly #slot: number;
  readonly #signature: string;
  readonly #known = new Map<number, NativeMethod>();

  constructor(slot: number, signature: string) {
    this.#slot = slot;
    this.#signature = signature;
  }

  of(self: number): NativeMethod {
    const vtable = vtableOf(self);
    const known = this.#known.get(vtable);
    if (known) return known;
    const made = functionAt(methodAddress(vtable, this.#slot), this.#signature);
    this.#known.set(vtable, made);
    return made;
  }
}

/** The slot for an output of a call. */
class Place {
  readonly isObject: boolean;
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #read: (view: DataView, bytes: Uint8Array) => unknown;

  constructor(kind: Kind) {
    const { size, read } = givenAs(kind);
    this.isObject = isObject(kind);
    this.#read = read;
    // Separate memory: a slice of Node's pool would be shared with others.
    const memory = new ArrayBuffer(size);
    this.bytes = new Uint8Array(memory);
    this.#view = new DataView(memory);
  }

  clear(): void {
    this.bytes.fill(0);
  }

  read(owner: Owner | null): unknown {
    const value = this.#read(this.#view, this.bytes);
    if (this.isObject && value !== null) owner?.own(value as ComPointer);
    return value;
  }
}

const functions = new Map<string, Map<number, NativeMethod>>();

/** Created once per signature and code address: creating one costs as much as a hundred calls. */
function functionAt(address: number, signature: string): NativeMethod {
  let ofSignature = functions.get(signature);
  if (!ofSignature) {
    ofSignature = new Map();
    functions.set(signature, ofSignature);
  }
  const known = ofSignature.get(address);
  if (known) return known;
  const made = koffi.decode(BigInt(address), prototypeOf(signature)) as NativeMethod;
  ofSignature.set(address, made);
  return made;
}

const prototypes = new Map<string, ReturnType<typeof koffi.proto>>();

function prototypeOf(signature: string): ReturnType<typeof koffi.proto> {
  const known = prototypes.get(signature);
  if (known) return known;
  const rest = signature === '' ? '' : `, ${signature}`;
  const made = koffi.proto(`int32 __stdcall ComMethod${prototypes.size}(uintptr_t self${rest})`);
  prototypes.set(signature, made);
  return made;
}

interface Declared {
  readonly base: string;
  readonly methods: Readonly<Record<string, readonly string[]>>;
}

/** A method's slot, after all methods of its base interfaces, and its parameters. */
export function find(type: InterfaceName, name: string): { slot: number; parameters: readonly string[] } {
  const { base, methods }: Declared = interfaces[type];
  const index = Object.keys(methods).indexOf(name);
  const parameters = methods[name];
  if (!parameters) throw new Error(`${type} has no method ${name} of its own.`);
  return { slot: sizeOf(base) + index, parameters };
}

function sizeOf(type: string): number {
  if (type === '') return 0;
  const { base, methods }: Declared = interfaces[type as InterfaceName];
  return sizeOf(base) + Object.keys(methods).length;
}
