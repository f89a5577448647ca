import { AppError } from '#contract/errors';
import { linkSignals } from '../../base/async/link-signals.ts';
import { parseUrl } from '../../base/parse-url.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Servers that move a path to one with a slash at its end redirect once. */
const mostRedirects = 3;

/**
 * `fetch` for the SDK's HTTP transport, which has two gaps. It gives every request one and the same signal, on which
 * listeners would pile up: here each request has its own, freed at the end of its body. And where the answer to a call
 * breaks off, the call would wait for ever: `onBroken` is told.
 *
 * A redirect leads to another path of the same server, or nowhere: nobody has allowed another one, and it would get the
 * arguments of the call and the headers, which may hold a key.
 */
export function watchedFetch(onBroken: (error: unknown) => void): Fetch {
  return async (url, init) => {
    const link = linkSignals([init?.signal ?? undefined]);
    let response: Response;
    try {
      response = await onOneServer(url, { ...init, signal: link.signal });
    } catch (error) {
      link.dispose();
      throw error;
    }
    if (!response.body) {
      link.dispose();
      return response;
    }
    const ended = (error?: unknown) => {
      if (error !== undefined && init?.method === 'POST' && !link.signal.aborted) onBroken(error);
      link.dispose();
    };
    const { status, statusText, headers } = response;
    return new Response(watch(response.body, ended), { status, statusText, headers });
  };
}

/** @throws AppError `server_unavailable` where it redirects to another server */
async function onOneServer(url: string | URL, init: RequestInit): Promise<Response> {
  let at = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = parseUrl(location, at);
    const isSame = next?.origin === at.origin && [307, 308].includes(response.status);
    if (!next || !isSame || redirects === mostRedirects)
      throw new AppError(
        'server_unavailable',
        `it redirects to ${next?.origin ?? 'no address'}, which is not followed`,
        {
          hint: 'Name in the configuration where the server really is.',
        },
      );
    at = next;
  }
}

/** The same bytes; `ended` is reported once, with the error where they break off. */
function watch(source: ReadableStream<Uint8Array>, ended: (error?: unknown) => void): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        ended();
        controller.close();
      } catch (error) {
        ended(error);
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}
