import { readFileSync } from 'node:fs';
import path from 'node:path';
import { genesis, readLine, sha256, type AuditLine } from './record.ts';

export interface Verified {
  readonly lines: number;
  /** The last line's hash: compare it later to detect a truncated end. */
  readonly head: string;
  /** Lines that a crash truncated, as reported by the line after each; e.g. `audit.jsonl:7`. */
  readonly torn: readonly string[];
  /** Lines that could not be written, as reported by later lines. */
  readonly lost: number;
  /** The first line that was altered; null if none was. */
  readonly broken: { readonly file: string; readonly line: number; readonly why: string } | null;
}

/** Verifies a chain across its files, given oldest first. @throws if one cannot be read */
export function verifyChain(files: readonly string[]): Verified {
  const walk: Walk = { lines: 0, seq: 0, head: genesis, torn: [], lost: 0, isFirst: true };
  for (const file of files) {
    const broken = verifyFile(file, walk);
    if (broken) return { ...resultOf(walk), broken: { file, ...broken } };
    walk.isFirst = false;
  }
  return { ...resultOf(walk), broken: null };
}

interface Walk {
  lines: number;
  seq: number;
  head: string;
  readonly torn: string[];
  lost: number;
  isFirst: boolean;
}

function resultOf({ lines, head, torn, lost }: Walk) {
  return { lines, head, torn, lost };
}

type Broken = { readonly line: number; readonly why: string };

function verifyFile(file: string, walk: Walk): Broken | null {
  const bytes = readFileSync(file);
  const texts = splitLines(bytes);
  const last = texts.pop();
  for (const [index, bytes] of texts.entries()) {
    const line = index + 1;
    const text = decode(bytes);
    const read = text === null ? 'is no UTF-8' : readLine(text);
    if (typeof read === 'string') {
      if (!isReportedBy(bytes, texts[index + 1])) return { line, why: read };
      walk.torn.push(`${path.basename(file)}:${line}`);
      continue;
    }
    const why = fits(read, walk, line === 1);
    if (why !== null) return { line, why };
    walk.lines++;
    walk.seq = read.seq;
    walk.head = read.hash;
    if (read.type === 'segment') walk.lost += read.lost ?? 0;
  }
  if (last && last.length > 0) return { line: texts.length + 1, why: 'is unfinished: cut off by a crash, or by hand' };
  return texts.length === 0 ? { line: 1, why: 'is missing: the file is empty' } : null;
}

/** A chain whose oldest files were removed begins with the values of its first remaining line. */
function fits(read: AuditLine, walk: Walk, isFirstLine: boolean): string | null {
  const begins = walk.isFirst && isFirstLine && read.type === 'segment' && read.reason === 'rotated';
  if (begins) return null;
  if (read.prev !== walk.head) return 'does not follow the line before it: one was changed, added or taken out';
  return read.seq === walk.seq + 1 ? null : 'has the wrong number';
}

/** True if the next line is valid and reports exactly this torn one. */
function isReportedBy(torn: Buffer, next: Buffer | undefined): boolean {
  const read = next && readLine(next.toString('utf8'));
  if (typeof read !== 'object' || read.type !== 'segment' || read.reason !== 'torn') return false;
  return read.torn?.bytes === torn.length && read.torn.sha256 === sha256(torn);
}

/** Splits at newlines; the rest after the last one comes last, and is empty in a complete file. */
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

/** Lenient decoding would replace invalid UTF-8 silently. */
function decode(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}
