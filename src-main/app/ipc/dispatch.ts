import type { z } from 'zod';
import type { Contract, Handlers } from '#contract/define';
import { AppError, toWire, type Reply } from '#contract/errors';
import type { Log } from '../../base/log.ts';

/** Turns one untrusted (method, input) into one validated handler call. Never throws. */
export type Dispatch<Caller> = (method: unknown, input: unknown, caller: Caller) => Promise<Reply<unknown>>;

export function createDispatch<C extends Contract, Caller>(
  contract: C,
  handlers: Handlers<C, Caller>,
  log: Log,
): Dispatch<Caller> {
  return async (name, input, caller) => {
    try {
      if (typeof name !== 'string' || !Object.hasOwn(contract, name)) {
        throw new AppError('invalid_parameter', `There is no method ${JSON.stringify(name)}.`);
      }
      const parsed = (contract[name] as Contract[string]).input.safeParse(input);
      if (!parsed.success) throw badInput(name, parsed.error);
      const handler = handlers[name as keyof C] as (input: unknown, caller: Caller) => unknown;
      return { ok: true, value: await handler(parsed.data, caller) };
    } catch (error) {
      if (!(error instanceof AppError)) log('error', `${String(name)} failed`, error);
      return { ok: false, error: toWire(error) };
    }
  };
}

function badInput(method: string, error: z.ZodError): AppError {
  const issue = error.issues[0];
  const field = issue?.path.join('.') || 'input';
  return new AppError('invalid_parameter', `${method}: ${field}: ${issue?.message ?? 'unreadable'}.`);
}
