import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording } from '#contract/model/recordings/recording';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { writeExportFolder } from '../saving/export-files.ts';
import { exporterOf } from '../exporters/list.ts';
import { skillName } from '../exporters/skill.ts';
import { readRecording, writeRecording } from '../saving/files.ts';
import { skillNeeds } from './needs.ts';

const about = z.object({
  version: z.literal(1),
  /** Its purpose, in the words of the requester. */
  goal: z.string(),
  createdAt: z.string(),
  /** Who requested the recording; empty if users made it for themselves. */
  recordedFor: z.string(),
  needs: skillNeeds,
});
export type AboutSkill = Readonly<z.output<typeof about>>;

export interface Skill extends AboutSkill {
  readonly name: string;
  readonly folder: string;
  readonly recording: Recording;
}

const [aboutFile, recordingFile] = ['skill.json', 'recording.json'];

/** This user's skills: folders that agents can read directly (`SKILL.md`), with the recording to replay. */
export class SkillStore {
  readonly #root: string;

  /** @param profile may not exist yet */
  constructor(profile: string) {
    this.#root = path.join(profile, 'skills');
  }

  get folder(): string {
    return this.#root;
  }

  /** By name. Unreadable ones are skipped. */
  async list(): Promise<readonly Skill[]> {
    const names = await readdir(this.#root).catch(() => []);
    const skills = await Promise.all(names.sort().map((name) => this.read(name).catch(() => null)));
    return skills.filter((skill) => skill !== null);
  }

  /** @throws AppError `not_found`, `file_error`, `invalid_parameter` if its files are broken */
  async read(name: string): Promise<Skill> {
    const folder = this.#folderOf(name);
    const text = await readFile(path.join(folder, aboutFile), 'utf8').catch(() => null);
    if (text === null) throw await this.#unknown(name);
    const parsed = about.safeParse(parsedJson(text));
    if (!parsed.success)
      throw new AppError('invalid_parameter', `The skill ${quoted(name)} cannot be read: ${aboutFile} is damaged.`, {
        hint: 'Remove the skill, and record it again.',
      });
    return { ...parsed.data, name, folder, recording: await readRecording(path.join(folder, recordingFile)) };
  }

  /**
   * Saves a recording as a skill. @param wanted the preferred name; a number is appended if it is taken @throws AppError
   * `file_error`
   */
  async add(wanted: string, recording: Recording, details: Omit<AboutSkill, 'version'>): Promise<Skill> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const taken = new Set(await readdir(this.#root).catch(() => []));
    const plain = skillName(wanted);
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = `${plain.slice(0, 60)}-${n}`;
    await this.#write(name, { ...recording, name: wanted }, { version: 1, ...details });
    return this.read(name);
  }

  /** Replaces the steps of a skill. @throws AppError `not_found`, `file_error` */
  async update(name: string, recording: Recording): Promise<void> {
    const { name: _name, folder: _folder, recording: _recording, ...details } = await this.read(name);
    await this.#write(name, recording, details);
  }

  /** @throws AppError `not_found` */
  async remove(name: string): Promise<void> {
    const { folder } = await this.read(name);
    await rm(folder, { recursive: true, force: true });
  }

  async #write(name: string, recording: Recording, details: AboutSkill): Promise<void> {
    const folder = this.#folderOf(name);
    await rm(path.join(folder, aboutFile), { force: true });
    await writeExportFolder(exporterOf('skill'), recording, folder);
    // The exported recording has no pictures; the replayed one may need them.
    await writeRecording(path.join(folder, recordingFile), recording);
    await atomicWrite(path.join(folder, aboutFile), `${JSON.stringify(details, null, 2)}\n`);
  }

  /** A name is one folder here. @throws AppError `not_found` */
  #folderOf(name: string): string {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}-]{0,63}$/u.test(name))
      throw new AppError('not_found', `There is no skill ${quoted(name)}.`);
    return path.join(this.#root, name);
  }

  async #unknown(name: string): Promise<AppError> {
    const names = (await readdir(this.#root).catch(() => [])).sort();
    const hint =
      names.length > 0
        ? `There are: ${names.join(', ')}.`
        : 'None was recorded yet: ask to be shown with event_stream_start.';
    return new AppError('not_found', `There is no skill ${quoted(name)}.`, { hint });
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
