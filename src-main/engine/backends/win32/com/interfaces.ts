import { interfaces as automation } from './generated/interfaces.ts';
import { runtimeInterfaces } from './runtime-interfaces.ts';

/** Every interface that is spoken to: how each method is called, by its place in the vtable. */
export const interfaces = { ...automation, ...runtimeInterfaces } as const;
