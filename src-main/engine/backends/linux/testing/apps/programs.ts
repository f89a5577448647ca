import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** Whether a program can be started here. */
export function hasProgram(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

/** Tests of a real app: skipped, and said so in one loud line, where its program is not installed. */
export function describeApp(title: string, needs: { program: string; packages: string }, tests: () => void): void {
  const installed = hasProgram(needs.program);
  if (!installed)
    process.stderr.write(`\n### SKIPPED: ${title}: there is no ${needs.program} (Debian: ${needs.packages}).\n\n`);
  describe.skipIf(!installed)(title, tests);
}
