import { withDeadline } from '../../base/async/deadline.ts';
import { quoted } from '#contract/foreign-text';
import { mask } from '#contract/model/tools/tool-call';
import type { LookContext, Tool } from '../define-tool.ts';

/** Time to check whether a field is a password field, in milliseconds; then it counts as one. */
const lookMs = 2_000;

/** True if the tool's text must not be recorded; if in doubt, true. */
export async function isSecret(
  tool: Tool,
  input: Record<string, unknown>,
  context: Pick<LookContext, 'engine' | 'session'> & { readonly signal: AbortSignal },
): Promise<boolean> {
  const { secrets } = tool;
  if (!secrets) return false;
  try {
    return await withDeadline({ signal: context.signal, timeoutMs: lookMs, what: 'Looking at the field' }, (signal) =>
      secrets.apply({ ...context, signal }, input),
    );
  } catch {
    return true;
  }
}

export function maskSecrets(tool: Tool, input: Record<string, unknown>): Record<string, unknown> {
  const fields = tool.secrets?.fields ?? [];
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fields.includes(key) ? mask : value]));
}

/** What {@link maskSecrets} masks. */
export function secretTexts(tool: Tool, input: Record<string, unknown>): ReadonlySet<string> {
  const values = (tool.secrets?.fields ?? []).map((field) => input[field]);
  return new Set(values.filter((value) => typeof value === 'string'));
}

/** The same plain data with these texts masked, even within sentences. Texts shorter than four characters occur by chance. */
export function withoutTexts<T>(data: T, texts: ReadonlySet<string>): T {
  const asShown = [...texts].flatMap((text) => [text, quoted(text).slice(1, -1).replace(/…$/, '')]);
  const titles = asShown.filter((text) => text.length >= 4).sort((a, b) => b.length - a.length);
  if (titles.length === 0) return data;
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return titles.reduce((shown, text) => shown.replaceAll(text, mask), value);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hide(item)]));
  };
  return hide(data) as T;
}

/** The arguments of a call that was refused unparsed: shows only known ones that cannot be secret. */
export function maskUnparsed(tool: Tool | null, parameters: unknown): Record<string, unknown> {
  if (tool === null || typeof parameters !== 'object' || parameters === null) return {};
  const known = (key: string) => Object.hasOwn(tool.input.shape, key) && !tool.secrets?.fields.includes(key);
  return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, known(key) ? value : mask]));
}
