import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode, WireError } from '#contract/errors';
import { toolKey } from '#contract/model/tools/tool-call';
import type { ToolResult } from '../../tools/define-tool.ts';
import { windowRoutes, type HttpRoute } from '../../tools/servers/window-management/http-routes.ts';
import type { WindowFacts } from '../../tools/servers/window-management/window-facts.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { createToolSession } from '../../tools/session/tool-session.ts';
import { shortName } from '../protocol/tool-host.ts';
import { pathOf, readBody, type Refuse } from './http-guards.ts';
import type { RunOutcome } from '../../tools/runner/call.ts';

const prefix = '/windows/';

const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_parameter: 400,
  permission_denied: 403,
  elevated_target: 403,
  window_not_found: 404,
  not_found: 404,
  multiple_matches: 409,
  unsupported_platform: 501,
  display_unavailable: 501,
  /** The window manager or the app did not comply. */
  not_verified: 502,
  cancelled: 503,
  engine_restarted: 503,
  timeout: 504,
  target_not_responding: 504,
};

/** The messages of the window management design for these; all others have their own. */
const sentences: Partial<Record<ErrorCode, string>> = {
  window_not_found: 'Window not found',
  unsupported_platform: 'Window management not supported',
  display_unavailable: 'Window management not supported',
};

export function isApiPath(path: string): boolean {
  return path.startsWith(prefix);
}

/**
 * Serves the window tools as plain HTTP. Every call passes the tool runner under the caller's `User-Agent`; the
 * selection is discarded after each request.
 */
export async function serveApi(runner: ToolRunner, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = routeOf(request, response);
  if (!route) return;
  const parameters = await readParameters(route, request, response);
  if (!parameters) return;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { type, name } = route.tool;
  const outcome = await runner.run(toolKey(type, name), parameters.json, {
    caller: { kind: 'agent', name: callerName(request) },
    session: createToolSession(),
    signal: gone.signal,
  });
  answer(response, route, outcome);
}

function routeOf(request: IncomingMessage, response: ServerResponse): HttpRoute | null {
  const path = pathOf(request);
  const route = windowRoutes.find((one) => one.path === path);
  if (!route) {
    const known = windowRoutes.map((one) => `${one.method} ${one.path}`).join(', ');
    return refuse(response, 404, 0, `Not found. There are ${known}.`);
  }
  if (route.method === request.method) return route;
  response.setHeader('Allow', route.method);
  return refuse(response, 405, 0, `Method not allowed: use ${route.method}.`);
}

async function readParameters({ method }: HttpRoute, request: IncomingMessage, response: ServerResponse) {
  if (method === 'GET')
    return { json: Object.fromEntries(new URL(request.url ?? '', 'http://localhost').searchParams) };
  return hasBody(request) ? readBody(request, response, refuse) : { json: {} };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** E.g. `curl/8.5.0`. */
function callerName({ headers }: IncomingMessage): string {
  const name = (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]+/g, ' ').trim();
  return shortName(name) || 'http';
}

function answer(response: ServerResponse, route: HttpRoute, outcome: RunOutcome): void {
  if (outcome.ok) send(response, 200, success(route, outcome.result));
  else send(response, statuses[outcome.error.code] ?? 500, failure(outcome.error));
}

function success({ answer }: HttpRoute, { data, note }: ToolResult): unknown {
  if (answer === 'list') return (data as readonly WindowFacts[]).map(withSides);
  const fields = answer === 'fields' ? (data as object) : { [answer.field]: data };
  return { status: 'success', ...fields, ...(note && { note }) };
}

/** As the window management design has a window in a list: its place beside its title. */
function withSides(window: WindowFacts): object {
  const { x: left, y: top, width, height } = window.bounds;
  return { ...window, left, top, width, height };
}

function failure({ code, message, hint, delivery, data }: WireError): object {
  return { error: sentences[code] ?? message, code, message, hint, ...(delivery && { delivery }), ...data };
}

const refuse: Refuse = (response, status, _code, message) => {
  send(response, status, { error: message });
  return null;
};

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
