import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Point, Size } from '#contract/model/geometry';
import { withDeadline } from '../../../../../base/async/deadline.ts';
import { profileFolder } from '../../../../../base/files/profile-folder.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import {
  answered,
  number,
  text,
  yes,
  type Answer,
  type Options,
  type Portal,
  type Question,
  type Request,
} from './portal.ts';
import { soonOr, cannotAsk, portalGone, refused, stopped } from './refusals.ts';

/** https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.RemoteDesktop.html */
export const devices = { keyboard: 1, pointer: 2 } as const;
const monitors = 1;
const hiddenCursor = 1;
const persistUntilRevoked = 2;
/** Timeout for portal requests without a user dialog, in milliseconds. */
const answerMs = 10_000;

const pair = z.tuple([z.number(), z.number()]);
const streams = z.array(z.tuple([z.number(), z.instanceof(Map)]));

/** A granted screen, for pictures and the pointer. */
export interface Stream {
  /** PipeWire node id. */
  readonly node: number;
  /** In logical pixels of the desktop; null if not reported. */
  readonly position: Point | null;
  /** The area in which the portal accepts positions, in whatever unit. */
  readonly size: Size | null;
}

/** Permissions granted by the user. */
export interface Granted {
  readonly session: string;
  /** Bits of `devices`. */
  readonly devices: number;
  readonly streams: readonly Stream[];
}

/** The portal's features. */
export interface Offered {
  readonly remoteDesktop: number;
  readonly screenCast: number;
  /** Bits of the requested devices, sources and pointer modes. */
  readonly devices: number;
  readonly sources: number;
  readonly cursors: number;
}

/** A session for pointer, keys and screens, requested on first use. */
export class RemoteSession {
  readonly #portal: Portal;
  readonly #offered: Offered;
  readonly #token: RestoreToken;
  /** Called when it ends on its own, with whether its portal exited. */
  onEnded: ((gone: boolean) => void) | null = null;
  #asking: Promise<Granted> | null = null;
  #request: Request | null = null;
  #granted: Granted | null = null;
  /** Why no further requests are made. */
  #over: AppError | null = null;

  constructor(portal: Portal, offered: Offered, token: RestoreToken) {
    this.#portal = portal;
    this.#offered = offered;
    this.#token = token;
  }

  /** Whether the user is being asked. */
  get isAsking(): boolean {
    return this.#request !== null;
  }

  /** The current grant, without asking. */
  get current(): Granted | null {
    return this.#granted;
  }

  /** Asks unless already asked. @throws AppError if it is denied, or not answered soon */
  async granted(): Promise<Granted> {
    if (this.#over) throw this.#over;
    if (this.#granted) return this.#granted;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return soonOr(this.#asking);
  }

  /** Ends the session and withdraws a pending request. */
  async close(): Promise<void> {
    this.#over ??= portalGone('this session was closed');
    this.#request?.withdraw();
    if (this.#granted) await this.#end(this.#granted.session);
    this.#granted = null;
  }

  async #ask(): Promise<Granted> {
    let session = '';
    try {
      session = await this.#create();
      await this.#select(session);
      const reported = { closed: false };
      this.#portal.onClosed(session, (gone) => {
        reported.closed = true;
        this.#ended(gone);
      });
      const answer = await this.#start(session);
      const granted = grantedBy(answer, session);
      if (reported.closed) throw stopped();
      this.#token.keep(answer.results.get('restore_token'));
      if (this.#over) throw this.#over;
      return (this.#granted = granted);
    } catch (error) {
      if (session !== '') void this.#end(session);
      if (error instanceof AppError && error.code === 'permission_denied') this.#over = error;
      throw error instanceof DBusFailure ? cannotAsk(error.message) : error;
    }
  }

  async #create(): Promise<string> {
    const options = { session_handle_token: text(`deskscope${randomUUID().replaceAll('-', '')}`) };
    const { code, results } = await this.#answerOf({ face: 'RemoteDesktop', member: 'CreateSession', options });
    const session = results.get('session_handle');
    if (code !== answered.yes || typeof session !== 'string') throw cannotAsk('it has made no session');
    return session;
  }

  async #select(session: string): Promise<void> {
    const { remoteDesktop, screenCast, devices: offered, sources, cursors } = this.#offered;
    const restore = this.#token.take();
    const lasting: Options = {
      persist_mode: number(persistUntilRevoked),
      ...(restore && { restore_token: text(restore) }),
    };
    const of = { signature: 'o', body: [session] };
    const types = { types: number(offered), ...(remoteDesktop >= 2 && lasting) };
    const selected = await this.#answerOf({ face: 'RemoteDesktop', member: 'SelectDevices', ...of, options: types });
    if (selected.code !== answered.yes) throw cannotAsk('it offers no devices');
    if (screenCast === 0 || (sources & monitors) === 0) return;
    const cursor = screenCast >= 2 && (cursors & hiddenCursor) !== 0 && { cursor_mode: number(hiddenCursor) };
    const options = { types: number(monitors), multiple: yes, ...cursor };
    await this.#answerOf({ face: 'ScreenCast', member: 'SelectSources', ...of, options });
  }

  async #start(session: string): Promise<Answer> {
    const question = { face: 'RemoteDesktop', member: 'Start', signature: 'os', body: [session, ''] } as const;
    this.#request = await this.#portal.request(question);
    try {
      return await this.#request.answer;
    } finally {
      this.#request = null;
    }
  }

  /** For requests without a user dialog. */
  #answerOf(question: Question): Promise<Answer> {
    const within = { timeoutMs: answerMs, what: 'The desktop portal' };
    return withDeadline(within, async () => (await this.#portal.request(question)).answer);
  }

  #ended(gone: boolean): void {
    // If only a back end exited, the rest of the portal releases the session as well. An ungranted session ends with its
    // request, which is answered.
    if (!this.#granted) return;
    if (gone) void this.#end(this.#granted.session);
    this.#granted = null;
    if (!gone) this.#over = stopped();
    this.onEnded?.(gone);
  }

  async #end(session: string): Promise<void> {
    await this.#portal.notify({ face: 'Session', member: 'Close' }, session).catch(() => undefined);
  }
}

/** @throws AppError if it was denied */
function grantedBy({ code, results }: Answer, session: string): Granted {
  if (code === answered.no) throw refused('act here');
  if (code !== answered.yes) throw cannotAsk('its dialog has ended without an answer');
  const granted = results.get('devices');
  return { session, devices: typeof granted === 'number' ? granted : 0, streams: streamsIn(results.get('streams')) };
}

function streamsIn(reported: unknown): readonly Stream[] {
  const parsed = streams.safeParse(reported ?? []);
  if (!parsed.success) return [];
  return parsed.data.map(([node, properties]) => {
    const [at, size] = ['position', 'size'].map((name) => pair.safeParse(properties.get(name)).data);
    return {
      node,
      position: at ? { x: at[0], y: at[1] } : null,
      size: size ? { width: size[0], height: size[1] } : null,
    };
  });
}

/** Tokens that restore a session without asking, if the user has allowed that: each is valid once. */
export class RestoreToken {
  readonly #folder: string;

  constructor(folder = profileFolder(process.env)) {
    this.#folder = folder;
  }

  /** Takes the stored token, which removes it. */
  take(): string | null {
    try {
      return readFileSync(this.#file, 'utf8') || null;
    } catch {
      return null;
    } finally {
      rmSync(this.#file, { force: true });
    }
  }

  /** Stores the token of a grant, if there is one. */
  keep(token: unknown): void {
    if (typeof token !== 'string' || token === '') return;
    mkdirSync(this.#folder, { recursive: true });
    rmSync(this.#file, { force: true });
    writeFileSync(this.#file, token, { mode: 0o600, flag: 'wx' });
  }

  get #file(): string {
    return join(this.#folder, 'portal-token');
  }
}
