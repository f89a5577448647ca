import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bundleEntry } from '../../scripts/lib/bundle.mjs';
import { run } from '../../scripts/lib/run.mjs';

/** Parts of a secret to search for, and the distance of their starts: so any twelve consecutive letters are found. */
const reporting = 8;
const apart = 4;
const chunkBytes = 8_000_000;

/** Parts of the secret, as bytes in common text encodings. */
function formsOf(secret: string): readonly Buffer[] {
  const count = Math.floor((secret.length - reporting) / apart) + 1;
  const parts = Array.from({ length: count }, (_, n) => secret.slice(n * apart, n * apart + reporting));
  return parts.flatMap((part) => [Buffer.from(part, 'utf8'), Buffer.from(part, 'utf16le')]);
}

/** Whether the bytes contain the secret, or a significant part of it. */
function holds(bytes: Buffer, secret: string): boolean {
  return formsOf(secret).some((form) => bytes.includes(form));
}

/** As written, or decompressed. */
async function contentOf(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Files in the folder and below that contain the secret. */
export async function filesWith(folder: string, secret: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && holds(await contentOf(file), secret)) found.push(file);
  }
  return found;
}

/** Recognized text on each picture in the folder and below. */
export async function textsOnPictures(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name }) => /\.(png|jpg|webp)$/.test(name));
  const places = files.map(({ parentPath, name }) => join(parentPath, name));
  const reader = await bundleEntry('e2e/security/read-pictures.ts');
  try {
    const { code, output } = await run(process.execPath, [reader.path, ...places]);
    if (code !== 0) throw new Error(output);
    const read = JSON.parse(output) as readonly (readonly string[])[];
    return new Map(places.map((place, index) => [place, read[index] ?? []]));
  } finally {
    await reader.remove();
  }
}

/** Pictures on which the secret, or a significant part of it, was recognized. */
export function picturesWith(texts: ReadonlyMap<string, readonly string[]>, secret: string): string[] {
  return [...texts].flatMap(([file, lines]) => (lines.some((line) => reads(line, secret)) ? file : []));
}

/** This many letters in a row, except two misread ones, cannot occur by chance. */
const readable = 10;

function reads(line: string, secret: string): boolean {
  const letters = line.toLowerCase().replaceAll(/[^a-z]/g, '');
  return stretches(secret).some((part) => stretches(letters).some((read) => differing(part, read) <= 2));
}

function stretches(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - readable + 1) }, (_, at) => text.slice(at, at + readable));
}

function differing(a: string, b: string): number {
  return Array.from(a).filter((letter, at) => letter !== b[at]).length;
}

/** Secrets in the process's writable memory, each with its surroundings. */
export async function memoryWith(pid: number, secrets: readonly string[]): Promise<Map<string, string>> {
  const secretOf = new Map(
    secrets.flatMap((secret) => formsOf(secret).map((form) => [form.toString('latin1'), secret] as const)),
  );
  // One expression for all: a search for each form takes many times as long. They consist of letters and null characters.
  const anyForm = new RegExp([...secretOf.keys()].join('|'), 'g');
  const found = new Map<string, string>();
  for await (const bytes of writableMemory(pid)) {
    const text = bytes.toString('latin1');
    for (const { 0: form, index } of text.matchAll(anyForm)) {
      const secret = secretOf.get(form);
      if (secret === undefined || found.has(secret)) continue;
      found.set(secret, text.slice(Math.max(0, index - 60), index + 80).replaceAll(/[^ -~]+/g, '·'));
    }
  }
  return found;
}

async function* writableMemory(pid: number): AsyncGenerator<Buffer> {
  const maps = (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n');
  const memory = await open(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of maps) {
      const [, from, to, name = ''] = /^([\da-f]+)-([\da-f]+) rw\S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
      if (from === undefined || to === undefined || name.startsWith('[v')) continue;
      const end = Number.parseInt(to, 16);
      for (let at = Number.parseInt(from, 16); at < end; at += chunkBytes) {
        const bytes = Buffer.alloc(Math.min(chunkBytes + 2 * reporting, end - at));
        // Pages freed meanwhile cannot be read.
        const { bytesRead } = await memory.read(bytes, 0, bytes.length, at).catch(() => ({ bytesRead: 0 }));
        yield bytes.subarray(0, bytesRead);
      }
    }
  } finally {
    await memory.close();
  }
}

/** The process and all its descendants. */
export async function treeOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const ids = children.join(' ').split(/\s+/).filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(ids.map(treeOf))).flat()];
}
