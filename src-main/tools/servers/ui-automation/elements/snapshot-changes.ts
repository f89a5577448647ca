import type { ToolSession } from '../../../session/tool-session.ts';
import type { Row } from '../answers/outline.ts';

/** As many windows or parts of windows are remembered for each client. */
const remembered = 20;

const lastOf = new WeakMap<ToolSession, Map<string, ReadonlyMap<string, string>>>();

/**
 * What has changed since the last snapshot of the same root: `+` came, `-` went, `~` is otherwise. Null for the first.
 * This one is remembered instead.
 */
export function changesSince(session: ToolSession, root: string, rows: readonly Row[]): readonly string[] | null {
  const known = lastOf.get(session) ?? new Map<string, ReadonlyMap<string, string>>();
  lastOf.set(session, known);
  const before = known.get(root);
  const now = new Map(rows.map(({ id, line }) => [id, line.trim()]));
  known.delete(root);
  known.set(root, now);
  const [oldest] = known.keys();
  if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  return before ? compare(before, now) : null;
}

function compare(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const came = [...now].filter(([id]) => !before.has(id)).map(([, line]) => `+ ${line}`);
  const changed = [...now]
    .filter(([id, line]) => before.has(id) && before.get(id) !== line)
    .map(([, line]) => `~ ${line}`);
  const went = [...before].filter(([id]) => !now.has(id)).map(([, line]) => `- ${line}`);
  const all = [...changed, ...came, ...went];
  return all.length > 0 ? all : ['Nothing has changed since the last snapshot.'];
}
