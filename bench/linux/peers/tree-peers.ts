import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { warmUps } from '../anchor.ts';
import { python, runProgram } from './run-program.ts';

const peers = join(process.cwd(), 'bench/linux/peers');

const look = z.object({
  ms: z.number(),
  own: z.number(),
  app: z.number(),
  nodes: z.number(),
  values: z.number(),
  errors: z.number(),
});
const looks = z.object({ looks: z.tuple([look, look]) });
export type Look = z.output<typeof look>;

/** A program that reads the tree of a process's largest window twice, and times itself. */
export interface TreePeer {
  readonly name: string;
  /**
   * @param processId of the app
   * @param anchor process id of another app, which is read {@link warmUps} times first
   * @throws Error with the program's output when it fails
   */
  read(processId: number, anchor: number): Promise<readonly [Look, Look]>;
}

/** The engine reads at most this many children of one element; so do the peers here. */
const maxChildren = 1_000;

/** @throws Error when gcc fails */
export async function treePeers(): Promise<readonly TreePeer[]> {
  const program = await buildLibatspiPeer();
  const peer = (name: string, command: string, args: readonly string[] = []): TreePeer => ({
    name,
    read: async (...apps) =>
      parse(await runProgram(command, [...args, ...[...apps, maxChildren, warmUps].map(String)], maxWaitMs)),
  });
  return [
    peer('pyatspi', python, [join(peers, 'pyatspi_tree.py')]),
    peer('dogtail', python, [join(peers, 'dogtail_tree.py')]),
    peer('libatspi (C)', program),
  ];
}

/** Time limit for a peer's two reads, in milliseconds. */
const maxWaitMs = 240_000;

async function buildLibatspiPeer(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-bench-peer-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'libatspi-tree');
  const flags = (await runProgram('pkg-config', ['--cflags', '--libs', 'atspi-2', 'gobject-2.0'])).trim().split(/\s+/);
  await runProgram('gcc', ['-O2', '-o', program, join(peers, 'libatspi-tree.c'), ...flags], 60_000);
  return program;
}

function parse(output: string): readonly [Look, Look] {
  const line = output.trim().split('\n').at(-1) ?? '';
  return looks.parse(JSON.parse(line)).looks;
}
