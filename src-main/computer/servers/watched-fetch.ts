import { linkSignals } from '../../base/link-signals.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for the SDK's HTTP transport, which has two gaps. It gives every request one and the same signal, on which
 * listeners would pile up: here each request has its own, freed at the end of its body. And where the answer to a call
 * breaks off, the call would wait for ever: `onBroken` is told.
 */
export function watchedFetch(onBroken: (error: unknown) => void): Fetch {
  return async (url, init) => {
    const link = linkSignals([init?.signal ?? undefined]);
    let response: Response;
    try {
      response = await fetch(url, { ...init, signal: link.signal });
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

/** The same bytes; `ended` is told once, with the error where they break off. */
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
