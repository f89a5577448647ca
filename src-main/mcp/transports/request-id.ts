const text = String.raw`"(?:[^"\\]|\\.)*"`;
const member = String.raw`${text}\s*:\s*(?:${text}|-?\d[\d.eE+-]*|true|false|null)\s*`;
const first = new RegExp(String.raw`^\s*\{(?:\s*${member}[,}])+`);
const last = new RegExp(String.raw`(?:,\s*${member})+\}\s*$`);

/**
 * The id of a request that is not read as a whole, from what stands before its first object or array and behind its last: some
 * clients write the id first, others last. Null where that does not say that it is a request, which an answer is not.
 */
export function requestIdIn(head: string, tail: string): string | number | null {
  const members = { ...parsed(first.exec(head)), ...parsed(last.exec(tail)) };
  const { method, id } = members as { readonly method?: unknown; readonly id?: unknown };
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null;
}

function parsed(members: RegExpExecArray | null): object {
  const inner = (members?.[0] ?? '').trim().replace(/^[{,]|[,}]$/g, '');
  try {
    return JSON.parse(`{${inner}}`) as object;
  } catch {
    return {};
  }
}
