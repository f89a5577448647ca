import { type Answer, Wire, type Endpoint } from './wire.ts';
import { envelopeVersion, failure, isRecord, type Message } from './message.ts';

export interface Bridge {
  /** From the client. Settles when the next message may be handed over. */
  receive(message: Message): Promise<void>;
  /** Called when the client is gone: ends its session and its pending calls. */
  close(): Promise<void>;
}

type Id = string | number;

interface UnderWay {
  readonly abort: AbortController;
  readonly modern: boolean;
}

/** How long a notification may take, in milliseconds. */
const notifyMs = 5_000;

/**
 * MCP on standard input and output for an app that serves it over HTTP. Messages of both eras pass unchanged.
 * @param endpoint where the app is now; throws an Error that reports what to do
 * @param write to the client
 */
export function createBridge(endpoint: () => Endpoint, write: (message: Message) => void): Bridge {
  const wire = new Wire(endpoint, write);
  const underWay = new Map<Id, UnderWay>();

  async function request(message: Message, id: Id): Promise<void> {
    const abort = new AbortController();
    underWay.set(id, { abort, modern: envelopeVersion(message) !== undefined });
    let answered = false;
    const onReply = (reply: Message) => {
      answered ||= reply.method === undefined && reply.id === id;
      write(reply);
    };
    const fail = (text: string) => {
      if (!answered && !abort.signal.aborted) write(failure(id, text));
    };
    try {
      const answer = await wire.send(message, abort.signal, onReply);
      if (answer.status >= 300) onReply(refusal(id, answer));
      fail(endedMeanwhile);
    } catch (error) {
      fail(explain(error));
    } finally {
      underWay.delete(id);
    }
  }

  async function pass(message: Message): Promise<void> {
    const cancelled = message.method === 'notifications/cancelled' && underWay.get(requestId(message));
    // In the 2026 era a request is cancelled over HTTP by closing its stream.
    if (cancelled && cancelled.modern) {
      cancelled.abort.abort();
      return;
    }
    await wire.send(message, AbortSignal.timeout(notifyMs), write).catch(() => undefined);
    if (message.method === 'notifications/initialized') void wire.listen();
  }

  return {
    async receive(message) {
      if (message.method === undefined || message.id === undefined) return pass(message);
      const done = request(message, message.id);
      // Before the session is open, no other message can be sent.
      if (message.method === 'initialize') await done;
    },
    close() {
      for (const { abort } of underWay.values()) abort.abort();
      return wire.close();
    },
  };
}

function requestId({ params }: Message): Id {
  const id = params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}

/** The refusal of a whole request has no id of ours; and its text about the token is for people who set one up. */
function refusal(id: Id, { status, refusal: [why] }: Answer): Message {
  if (status === 401) return failure(id, 'Deskscope does not accept the token that its own file holds: restart it.');
  return why ? { ...why, id } : failure(id, `Deskscope answered with HTTP ${status}.`);
}

function explain(error: unknown): string {
  const { code, message } = isRecord(error) || error instanceof Error ? (error as Record<string, unknown>) : {};
  if (code === 'ECONNREFUSED') return notRunning;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return endedMeanwhile;
  return typeof message === 'string' ? message : String(error);
}

export const notRunning =
  'Deskscope is not running, or its MCP server is switched off: start it, or switch the server on in its settings.';

const endedMeanwhile =
  'Deskscope ended while this was under way. Start it again, and look whether an action took effect before repeating it.';
