import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { moveFileSync } from '../../base/files/atomic-write.ts';
import { makeFolder } from '../../base/files/profile-folder.ts';
import { genesis, link, readLine, sha256, type AuditEntry, type AuditLine, type Chain } from './record.ts';

export const auditFile = 'audit.jsonl';
/** A full file gets the next number; the chain continues in a new one. */
const rotatedName = /^audit-(\d{6})\.jsonl$/;
/** Size in bytes at which a file counts as full. */
export const defaultMaxBytes = 8 * 1024 * 1024;

type Reason = Extract<AuditLine, { type: 'segment' }>['reason'];

/** The files of one chain in a folder, oldest first. */
export function chainFiles(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => rotatedName.test(name) || name === auditFile);
  // “audit-…” sorts before “audit.…”.
  return names.sort().map((name) => path.join(folder, name));
}

/**
 * Appends to a chain of lines; one process at a time. A line is written whole and at once, so that a kill costs at most
 * the line being written: the next start finds its fragment, terminates it and reports it in the next line.
 */
export class AuditFile {
  readonly #folder: string;
  readonly #maxBytes: number;
  #descriptor: number | null = null;
  #size = 0;
  #chain: Chain = { seq: 0, head: genesis };
  /** Lines lost since the last successful write. */
  #lost = 0;

  /**
   * @param folder created if it does not exist
   * @param lost number of lines lost before this file could be opened
   * @throws if the disk refuses
   */
  constructor(folder: string, { maxBytes = defaultMaxBytes, lost = 0 } = {}) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#lost = lost;
    this.#open();
  }

  /** @throws if the disk refuses the line; the next successful line reports how many are missing */
  append(entry: AuditEntry): void {
    try {
      if (this.#descriptor === null) this.#open();
      if (this.#size >= this.#maxBytes) this.#rotate();
      this.#write(entry);
    } catch (error) {
      this.#lost++;
      this.close();
      throw error;
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #open(): void {
    makeFolder(this.#folder);
    const file = path.join(this.#folder, auditFile);
    const content = readIfThere(file);
    const before = content.length > 0 ? null : this.#newestRotated();
    const { chain, torn, unended } = readEnd(before ? readFileSync(before) : content);
    this.#chain = chain;
    this.#descriptor = openSync(file, 'a', 0o600);
    this.#size = content.length;
    // A truncated line keeps a line of its own.
    if (unended && !before) this.#put('\n');
    const lost = this.#lost;
    this.#segment(reasonOf({ torn: torn !== null, before, lost, chain }), {
      ...(torn && { torn: { bytes: torn.length, sha256: sha256(torn) } }),
      ...(before && { file: path.basename(before) }),
      ...(lost > 0 && { lost }),
    });
    this.#lost = 0;
  }

  #rotate(): void {
    this.close();
    const last = this.#newestRotated();
    const number = last === null ? 1 : Number(rotatedName.exec(path.basename(last))?.[1]) + 1;
    const name = `audit-${String(number).padStart(6, '0')}.jsonl`;
    moveFileSync(path.join(this.#folder, auditFile), path.join(this.#folder, name));
    this.#open();
  }

  #newestRotated(): string | null {
    return (
      chainFiles(this.#folder)
        .filter((file) => rotatedName.test(path.basename(file)))
        .at(-1) ?? null
    );
  }

  #segment(reason: Reason, more: object): void {
    this.#write({ type: 'segment', at: new Date().toISOString(), reason, pid: process.pid, ...more });
  }

  #write(entry: AuditEntry): void {
    const { text, chain } = link(this.#chain, entry);
    this.#put(`${text}\n`);
    this.#chain = chain;
  }

  #put(text: string): void {
    const bytes = Buffer.from(text);
    const file = this.#descriptor ?? -1;
    try {
      // A nearly full disk writes a part without an error.
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    } catch (error) {
      // A partly written line must not look like a crash.
      cutOff(file, this.#size);
      throw error;
    }
    this.#size += bytes.length;
  }
}

function cutOff(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // The next start finds and reports the fragment, as after a crash.
  }
}

function reasonOf(found: { torn: boolean; before: string | null; lost: number; chain: Chain }): Reason {
  if (found.torn) return 'torn';
  if (found.lost > 0) return 'lost';
  if (found.before !== null) return 'rotated';
  return found.chain.seq === 0 ? 'start' : 'opened';
}

function readIfThere(file: string): Buffer {
  try {
    return statSync(file).size === 0 ? Buffer.alloc(0) : readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

interface FileEnd {
  readonly chain: Chain;
  readonly torn: Buffer | null;
  /** The last newline is missing. */
  readonly unended: boolean;
}

/** The end of a chain in a file, and a crash's fragment after the last newline. */
function readEnd(content: Buffer): FileEnd {
  const end = content.lastIndexOf(0x0a) + 1;
  const torn = end === content.length ? null : content.subarray(end);
  const lines = content.subarray(0, end).toString('utf8').split('\n').reverse();
  const chain = lines.map(chainOf).find((found) => found !== null) ?? { seq: 0, head: genesis };
  const rest = torn && readLine(torn.toString('utf8'));
  // Only its newline is missing.
  const isWhole = rest !== null && typeof rest === 'object' && rest.prev === chain.head;
  return isWhole
    ? { chain: { seq: rest.seq, head: rest.hash }, torn: null, unended: true }
    : { chain, torn, unended: torn !== null };
}

/** Only `verify` checks the line itself; the chain continues after it. */
function chainOf(line: string): Chain | null {
  try {
    const { seq, hash } = JSON.parse(line) as { seq?: unknown; hash?: unknown };
    return typeof seq === 'number' && typeof hash === 'string' ? { seq, head: hash } : null;
  } catch {
    return null;
  }
}
