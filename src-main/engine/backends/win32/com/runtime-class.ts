import { ComFailure } from '../native/errors.ts';
import { declare, hasFunction } from '../native/library.ts';
import { readAddress, type ComPointer, type InterfaceName, type Owner } from './memory.ts';
import { guidBytes } from './guid.ts';
import { interfaces } from './runtime-interfaces.ts';
import { allocateString, freeString } from './text.ts';

const roInitialize = declare<(model: number) => number>('combase', 'int32 RoInitialize(int32 model)');
const roGetActivationFactory = declare<(name: number, iid: Uint8Array, factory: Uint8Array) => number>(
  'combase',
  'int32 RoGetActivationFactory(uintptr_t name, void* iid, void* factory)',
);

/** `RO_INIT_MULTITHREADED` of roapi.h. */
const multithreaded = 1;
let joined = false;

/** Whether this Windows has the Windows Runtime: from 8 on. */
export function hasRuntime(): boolean {
  return hasFunction('combase', 'RoGetActivationFactory');
}

/**
 * The activation factory of a Windows Runtime class, through the common interface.
 * @throws ComFailure if this Windows lacks the class
 */
export function factoryOf<I extends InterfaceName>(owner: Owner, type: string, as: I): ComPointer<I> {
  if (!joined) check('RoInitialize', roInitialize(multithreaded));
  joined = true;
  const name = allocateString(type);
  const place = new Uint8Array(8);
  try {
    check(`The factory of ${type}`, roGetActivationFactory(name, guidBytes(interfaces[as].iid), place));
  } finally {
    freeString(name);
  }
  const pointer = readAddress(new DataView(place.buffer), 0) as ComPointer<I>;
  owner.own(pointer as ComPointer);
  return pointer;
}

function check(what: string, result: number): void {
  if (result < 0) throw new ComFailure(what, result);
}
