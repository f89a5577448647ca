/**
 * JSON-RPC as the bridge needs it. The bridge is one small file that runs anywhere, so it has no schema library: it
 * reads five fields and forwards everything else unchanged.
 */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** The messages of a line or a body, batches flattened; null if it is not JSON-RPC. */
export function parseMessages(text: string): readonly Message[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return all.every(isMessage) ? all : null;
  } catch {
    return null;
  }
}

/**
 * The messages of a client's line to forward, and those to answer at once: a request that the app cannot read would
 * wait for ever.
 */
export function readLine(line: string): { readonly passed: readonly Message[]; readonly refused: readonly Message[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    return { passed: [], refused: [failure(null, 'Parse error: the line is not JSON.', -32_700)] };
  }
  const all = (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).map(withoutNullParams);
  const wrong = all.filter((one) => !isMessage(one) && (!isRecord(one) || 'id' in one));
  return {
    passed: all.filter(isMessage),
    refused: wrong.map((one) => failure(idIn(one), 'Invalid request.', -32_600)),
  };
}

/** Languages without optional members write missing parameters so. */
function withoutNullParams(value: unknown): unknown {
  if (!isRecord(value) || value['params'] !== null) return value;
  const { params: _, ...rest } = value;
  return rest;
}

function idIn(value: unknown): string | number | null {
  const id = isRecord(value) ? value['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result } = value;
  return (
    [undefined, null, 'string', 'number'].includes(id == null ? id : typeof id) &&
    (method === undefined || typeof method === 'string') &&
    (params === undefined || isRecord(params)) &&
    (result === undefined || isRecord(result))
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function failure(id: string | number | null, message: string, code = -32_000): Message {
  return { jsonrpc: '2.0', error: { code, message }, ...({ id } as object) };
}

/** The protocol version in a message of the 2026 era; undefined in the previous era. */
export function envelopeVersion({ params }: Message): string | undefined {
  const meta = params?.['_meta'];
  const version = isRecord(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The source of `Mcp-Name`, by method (MCP 2026-07-28, Streamable HTTP, standard request headers). */
const nameFields: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The headers that the 2026 era derives from a request; none in the era before it. */
export function derivedHeaders(message: Message): Readonly<Record<string, string>> {
  const version = envelopeVersion(message);
  if (version === undefined || message.method === undefined || message.id === undefined) return {};
  const field = Object.hasOwn(nameFields, message.method) ? nameFields[message.method] : undefined;
  const name = field === undefined ? undefined : message.params?.[field];
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': message.method,
    ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
  };
}

/** Headers hold visible ASCII; other text is Base64 in the sentinel of the same document. */
function headerValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return plain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
