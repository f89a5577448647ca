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
/** How long the portal may take over what no person is asked, in milliseconds. */
const answerMs = 10_000;

const pair = z.tuple([z.number(), z.number()]);
const streams = z.array(z.tuple([z.number(), z.instanceof(Map)]));

/** A part of the desktop that was granted, as pictures and for the pointer. */
export interface Stream {
  /** Of PipeWire. */
  readonly node: number;
  /** In the desktop's logical pixels; null if it does not report. */
  readonly position: Point | null;
  /** What the portal takes places in, whatever they are counted in. */
  readonly size: Size | null;
}

/** What the person has granted. */
export interface Granted {
  readonly session: string;
  /** Bits of `devices`. */
  readonly devices: number;
  readonly streams: readonly Stream[];
}

/** What the portal has. */
export interface Offered {
  readonly remoteDesktop: number;
  readonly screenCast: number;
  /** Bits of those devices that are wanted, of sources and of ways to show the pointer. */
  readonly devices: number;
  readonly sources: number;
  readonly cursors: number;
}

/** One session for pointer, keys and screens, which is asked for when it is first needed. */
export class RemoteSession {
  readonly #portal: Portal;
  readonly #offered: Offered;
  readonly #token: RestoreToken;
  /** Called when it ends by itself, with whether its portal has gone. */
  onEnded: ((gone: boolean) => void) | null = null;
  #asking: Promise<Granted> | null = null;
  #request: Request | null = null;
  #granted: Granted | null = null;
  /** Why nothing is asked any more. */
  #over: AppError | null = null;

  constructor(portal: Portal, offered: Offered, token: RestoreToken) {
    this.#portal = portal;
    this.#offered = offered;
    this.#token = token;
  }

  /** Whether a person is being asked. */
  get isAsking(): boolean {
    return this.#request !== null;
  }

  /** What is granted now, without asking for it. */
  get current(): Granted | null {
    return this.#granted;
  }

  /** Asks if nobody has yet. @throws AppError if it is not granted, or not answered soon */
  async granted(): Promise<Granted> {
    if (this.#over) throw this.#over;
    if (this.#granted) return this.#granted;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return soonOr(this.#asking);
  }

  /** Ends it; what is asked is taken back. */
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

  /** Of a question that no person is asked. */
  #answerOf(question: Question): Promise<Answer> {
    const within = { timeoutMs: answerMs, what: 'The desktop portal' };
    return withDeadline(within, async () => (await this.#portal.request(question)).answer);
  }

  #ended(gone: boolean): void {
    // Where only a part of the portal has gone, the rest lets go of it as well.
    // One that was not granted ends with its question, and that is answered.
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

/** @throws AppError if it was refused */
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

/** What lets a later session go without asking, where the person has allowed that: each is good for one time. */
export class RestoreToken {
  readonly #folder: string;

  constructor(folder = profileFolder(process.env)) {
    this.#folder = folder;
  }

  /** The one that is kept, which is forgotten with that. */
  take(): string | null {
    try {
      return readFileSync(this.#file, 'utf8') || null;
    } catch {
      return null;
    } finally {
      rmSync(this.#file, { force: true });
    }
  }

  /** Keeps what came with a grant, where anything did. */
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
