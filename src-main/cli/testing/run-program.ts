import { spawn } from 'node:child_process';

/** Runs a program to its end, and discards its stdout. */
export async function runProgram(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const env = { ...process.env, ...variables };
  const child = spawn(command, [...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stderr }));
  });
}
