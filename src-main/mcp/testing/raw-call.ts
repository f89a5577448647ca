import { token, type Era } from './http-bench.ts';

/** A raw request, for clients that stutter, lie or vanish. */
export interface RawCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const clientInfo = { name: 'raw', version: '1' };

export const rawHeaders = {
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};

/** Opens a session of the 2025 era; returns its id. */
export async function openSession(url: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: rawHeaders, body: JSON.stringify(initialize) });
  await answer.text();
  const id = answer.headers.get('mcp-session-id');
  if (id === null) throw new Error(`No session: ${answer.status}`);
  return id;
}

/** A call of a tool in the form of its era; the 2025 one opens a session for it. */
export async function rawCall(era: Era, url: string, name: string, args: object): Promise<RawCall> {
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } };
  if (era === 'legacy') {
    const session = await openSession(url);
    return { headers: { ...rawHeaders, 'Mcp-Session-Id': session }, body: JSON.stringify(request) };
  }
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: { ...rawHeaders, 'Mcp-Protocol-Version': revision, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    body: JSON.stringify({ ...request, params: { ...request.params, _meta } }),
  };
}
