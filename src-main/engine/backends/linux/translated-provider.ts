import { translated } from './errors.ts';

type AsyncMethods = Readonly<Record<string, unknown>>;
type AsyncMethod = (...input: readonly unknown[]) => Promise<unknown>;

/** The same provider, with every error of its asynchronous methods translated on its way out. */
export function translatedProvider<T extends object>(provider: T): T {
  const methods = Object.entries(provider as AsyncMethods).map(([name, method]) => [
    name,
    (...input: readonly unknown[]) => translated(() => (method as AsyncMethod)(...input)),
  ]);
  return Object.fromEntries(methods) as T;
}
