import { ceilingHere } from '../../permissions/ceiling.ts';

/** Bytes of an answer; a server that sends more sends no answer of a model. */
const mostBytes = 16 * 2 ** 20;

/**
 * As `fetch`, but a server can neither send the key and the pictures on to another one, nor fill the memory.
 * @throws TypeError where the server redirects
 */
export const modelFetch: typeof fetch = async (address, init) => {
  ceilingHere().ensureHost(address instanceof Request ? address.url : address.toString());
  const response = await fetch(address, { ...init, redirect: 'error' });
  const { body, status, statusText, headers } = response;
  return new Response(body && body.pipeThrough(bounded()), { status, statusText, headers });
};

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > mostBytes) controller.error(new Error(`The answer has more than ${mostBytes / 2 ** 20} MB.`));
      else controller.enqueue(chunk);
    },
  });
}
