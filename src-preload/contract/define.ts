import type { z } from 'zod';

/** A method of a contract: its input schema exists at run time, its output only as a type. */
export interface Method<In extends z.ZodType = z.ZodType, Out = unknown> {
  readonly input: In;
  /** Never set; carries the output type. */
  readonly output?: Out;
}

export type Contract = Readonly<Record<string, Method>>;

type OutputOf<M> = M extends Method<z.ZodType, infer Out> ? Out : never;

/** The handlers a contract requires: a missing method does not compile. */
export type Handlers<C extends Contract, Caller> = {
  readonly [K in keyof C]: (input: z.output<C[K]['input']>, caller: Caller) => OutputOf<C[K]> | Promise<OutputOf<C[K]>>;
};

/** The caller's view. */
export type Client<C extends Contract> = {
  readonly [K in keyof C]: (input: z.input<C[K]['input']>) => Promise<OutputOf<C[K]>>;
};

/** `method(schema).returns<Output>()` */
export function method<In extends z.ZodType>(input: In): { returns: <Out>() => Method<In, Out> } {
  return { returns: () => ({ input }) };
}
