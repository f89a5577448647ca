import { declare } from '../native/library.ts';
import { ComFailure, resultCode } from '../native/errors.ts';
import { readAddress, type ComPointer, type InterfaceName, type Owner } from './memory.ts';
import { classes } from './generated/interfaces.ts';
import { guidBytes } from './guid.ts';
import { interfaces } from './runtime-interfaces.ts';
import { method } from './method.ts';

const coInitializeEx = declare<(reserved: null, model: number) => number>(
  'ole32',
  'int32 CoInitializeEx(void* reserved, uint32 model)',
);
const coCreateInstance = declare<
  (type: Uint8Array, outer: null, context: number, iid: Uint8Array, object: Uint8Array) => number
>('ole32', 'int32 CoCreateInstance(void* type, void* outer, uint32 context, void* iid, void* object)');

/** Of objbase.h: objects may be called from every thread that has initialised it. */
const multithreaded = 0;
const inProcess = 1;

let joined = false;

/**
 * Initialises COM on this thread, multithreaded; once is enough. UI Automation requires this of clients:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-threading
 * @throws ComFailure if the thread was initialised differently
 */
function joinCom(): void {
  if (joined) return;
  check('CoInitializeEx', coInitializeEx(null, multithreaded));
  joined = true;
}

/** Creates an object. @throws ComFailure if the class or the interface is missing */
export function create<I extends InterfaceName>(owner: Owner, type: keyof typeof classes, as: I): ComPointer<I> {
  joinCom();
  const place = new Uint8Array(8);
  const iid = guidBytes(interfaces[as].iid);
  check(`Making ${type}`, coCreateInstance(guidBytes(classes[type]), null, inProcess, iid, place));
  const pointer = readAddress(new DataView(place.buffer), 0) as ComPointer<I>;
  owner.own(pointer as ComPointer);
  return pointer;
}

const queryInterface = method('IUnknown', 'QueryInterface');

/** Another interface of the object; null if it is not supported. */
export function query<I extends InterfaceName>(owner: Owner, pointer: ComPointer, as: I): ComPointer<I> | null {
  try {
    return queryInterface(owner, pointer, interfaces[as].iid) as ComPointer<I> | null;
  } catch (error) {
    if (error instanceof ComFailure && error.result === resultCode.noInterface) return null;
    throw error;
  }
}

function check(what: string, result: number): void {
  if (result < 0) throw new ComFailure(what, result);
}
