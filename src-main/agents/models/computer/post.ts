import { APICallError } from 'ai';
import { modelFetch } from '../model-fetch.ts';

export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/**
 * Asks a server by JSON.
 * @throws APICallError for any answer but JSON with a status of success, and where there is none; the reason of an abort
 */
export async function postJson({ url, headers, body }: Posted, signal: AbortSignal): Promise<unknown> {
  const response = await modelFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new APICallError({ message: String(cause), url, requestBodyValues: {}, cause });
  });
  const responseBody = await response.text();
  const failed = (message: string, cause?: unknown) =>
    new APICallError({
      message,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      cause,
    });
  if (!response.ok) throw failed(responseBody || response.statusText);
  try {
    return JSON.parse(responseBody) as unknown;
  } catch (cause) {
    throw failed('no JSON', cause);
  }
}
