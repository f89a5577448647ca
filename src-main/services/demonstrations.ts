import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Caller } from '#contract/model/tools/tool-call';
import type { WindowId } from '#contract/model/windows/window';
import type { Log } from '../base/log.ts';
import type { Engine } from '../engine/engine.ts';
import { emptyRecording } from '../recorder/editing/edit.ts';
import type { RecorderStore } from '../recorder/store.ts';
import { bundleFiles, longestMs, writeBundle } from '../recorder/skills/event-stream.ts';
import { needsOf } from '../recorder/skills/needs.ts';
import type { Skill, SkillStore } from '../recorder/skills/skill-store.ts';
import { withoutSecrets, type LeftOut } from '../recorder/skills/without-secrets.ts';
import { idleStatus, type EventStreamStatus, type SkillView } from '../tools/skill-host.ts';

export interface StartDemonstration {
  readonly caller: Caller;
  /** Empty if the agent gave none. */
  readonly goal: string;
  /** Limits the recording to this window. */
  readonly window: WindowId | null;
}

export interface DemonstrationsOptions {
  readonly recorder: RecorderStore;
  readonly engine: Pick<Engine, 'readPicture'>;
  readonly store: SkillStore;
  readonly profile: string;
  readonly platform: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Asks the user, if policy let the call pass without asking; throws `permission_denied`. */
  readonly consent: (asked: StartDemonstration, signal: AbortSignal) => Promise<void>;
  readonly view: (skill: Skill) => Promise<SkillView>;
  readonly longestMs?: number;
  readonly log: Log;
}

interface Session {
  readonly id: string;
  readonly folder: string;
  readonly asked: StartDemonstration;
  readonly startedAt: string;
  endedAt: string | null;
  endReason: string | null;
  /** The result, after the search for secrets. */
  result: { readonly skill: Skill | null; readonly leftOut: readonly LeftOut[]; readonly steps: number } | null;
}

/** The name that Record & Replay uses. */
const discarded = 'recording_controls_cancelled';
/** Maximum number of recordings whose bundle is kept. */
const mostKept = 10;

/**
 * A user's demonstrations for an agent: recorded like any recording, controlled from the record bar, and handed over
 * without likely secrets once ended.
 */
export class Demonstrations {
  readonly #options: DemonstrationsOptions;
  #session: Session | null = null;
  #finishing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #starting = false;

  constructor(options: DemonstrationsOptions) {
    this.#options = options;
    options.recorder.onChange(({ status }) => {
      if (status === 'idle' && !this.#starting) this.#ended('recording_controls_stopped');
    });
  }

  /** The agent for which a recording is in progress; null if there is none or the recording is the user's own. */
  get shownTo(): { readonly agent: string; readonly goal: string } | null {
    const session = this.#session;
    return session && session.endedAt === null ? { agent: session.asked.caller.name, goal: session.asked.goal } : null;
  }

  /** @throws AppError `busy` while the user makes a recording of their own, `permission_denied` */
  async start(asked: StartDemonstration, signal: AbortSignal): Promise<EventStreamStatus> {
    if (this.shownTo || this.#starting) return { ...(await this.status()), alreadyActive: true };
    const { recorder, platform, profile } = this.#options;
    this.#ensureFree();
    await this.#options.consent(asked, signal);
    this.#ensureFree();
    this.#starting = true;
    try {
      recorder.load(emptyRecording(platform, new Date().toISOString()));
      const id = randomUUID();
      const folder = path.join(profile, 'demonstrations', id);
      this.#session = {
        id,
        folder,
        asked,
        startedAt: new Date().toISOString(),
        endedAt: null,
        endReason: null,
        result: null,
      };
      await recorder.start(asked.window === null ? {} : { window: asked.window });
    } catch (error) {
      this.#session = null;
      throw error;
    } finally {
      this.#starting = false;
    }
    this.#timer = setTimeout(() => void this.#end('maximum_duration_reached'), this.#options.longestMs ?? longestMs);
    return this.status();
  }

  async stop(): Promise<EventStreamStatus> {
    if (this.shownTo) await this.#end('recording_controls_stopped');
    return this.status();
  }

  /** Discards the recording at the user's request: nothing is handed over. */
  async discard(): Promise<void> {
    if (!this.shownTo) return;
    const { recorder, platform } = this.#options;
    await this.#end(discarded);
    recorder.load(emptyRecording(platform, new Date().toISOString()));
  }

  async status(): Promise<EventStreamStatus> {
    const { recorder, view } = this.#options;
    await this.#finishing;
    const session = this.#session;
    if (!session) return idleStatus;
    const { id, folder, startedAt, endedAt, endReason, result } = session;
    const files = bundleFiles(folder);
    return {
      ok: true,
      state: endedAt === null ? 'active' : endReason === discarded ? 'cancelled' : 'stopped',
      isRecording: endedAt === null,
      sessionID: id,
      sessionDirectoryPath: folder,
      eventsPath: files.eventsPath,
      metadataPath: files.metadataPath,
      suppressedEventsPath: files.suppressedEventsPath,
      startedAt,
      endedAt,
      endReason,
      maxDurationSeconds: (this.#options.longestMs ?? longestMs) / 1_000,
      steps: result?.steps ?? recorder.recording.steps.length,
      ...(result?.skill && { skill: await view(result.skill) }),
      ...(result && result.leftOut.length > 0 && { leftOut: result.leftOut }),
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#finishing;
  }

  /** An unsaved recording belongs to the user and is never replaced. */
  #ensureFree(): void {
    const { status, dirty, recording } = this.#options.recorder.state;
    const busy = (message: string, hint: string) => new AppError('busy', message, { hint, delivery: 'not_delivered' });
    if (status === 'recording') throw busy('The user is recording something else.', 'Ask them to stop that first.');
    if (dirty && recording.steps.length > 0)
      throw busy(
        'Deskscope holds a recording that is not saved.',
        'Ask the user to save or clear it in the Record view.',
      );
  }

  async #end(reason: string): Promise<void> {
    const session = this.#session;
    if (session?.endedAt === null) session.endReason = reason;
    await this.#options.recorder.stop();
    await this.#finishing;
  }

  #ended(reason: string): void {
    const session = this.#session;
    if (session?.endedAt !== null) return;
    clearTimeout(this.#timer);
    session.endedAt = new Date().toISOString();
    session.endReason ??= reason;
    const { log } = this.#options;
    this.#finishing = this.#finish(session).catch((error: unknown) =>
      log('error', 'the recording for an agent', error),
    );
  }

  async #finish(session: Session): Promise<void> {
    const { recorder, engine, store, profile, platform, variables } = this.#options;
    const { asked, startedAt, endedAt, endReason } = session;
    const recorded = recorder.recording;
    session.result = { skill: null, leftOut: [], steps: 0 };
    if (recorded.steps.length === 0 || endReason === discarded) return;
    const read = async (picture: string) => (await engine.readPicture({ picture })).text;
    const { recording, leftOut } = await withoutSecrets(recorded, read);
    const goal = withoutQuotes(asked.goal);
    const needs = await needsOf(recording, { platform, variables });
    const details = { goal, needs, createdAt: startedAt, recordedFor: asked.caller.name };
    const skill = await store.add(goal || `Shown to ${asked.caller.name}`, recording, details);
    await mkdir(session.folder, { recursive: true, mode: 0o700 });
    await writeBundle(
      { ...session, endedAt: endedAt ?? startedAt, endReason: endReason ?? '', goal },
      recording,
      leftOut,
    );
    // Shows the user what was handed over, with nothing left to save.
    recorder.load(skill.recording, path.join(skill.folder, 'recording.json'), noticesOf(skill, leftOut));
    session.result = { skill, leftOut, steps: recording.steps.length };
    await prune(path.join(profile, 'demonstrations'), session.id);
  }
}

function noticesOf({ name }: Skill, leftOut: readonly LeftOut[]): readonly string[] {
  const steps = [...new Set(leftOut.map(({ step }) => step).filter((step) => step > 0))];
  const without = steps.length > 0 ? ` What looked like a secret was left out of step ${steps.join(', ')}.` : '';
  return [`Saved as the skill ${quoted(name)}.${without}`];
}

function withoutQuotes(goal: string): string {
  return goal.replace(/[“”"]/g, '').trim();
}

/** Keeps the newest, by modification time. */
async function prune(root: string, newest: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name !== newest);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(root, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(mostKept - 1);
  await Promise.all(old.map(({ name }) => rm(path.join(root, name), { recursive: true, force: true })));
}
