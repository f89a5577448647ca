import { startChild } from '../../../scripts/lib/children.mjs';

/** Debian's Python, which has pyatspi, dogtail and GTK's bindings, whatever comes first on the PATH. */
export const python = '/usr/bin/python3';

/**
 * Runs a program to its end and returns its stdout.
 * @throws Error with the end of its stderr when it fails, or takes longer than `timeoutMs`
 */
export function runProgram(command: string, args: readonly string[], timeoutMs = 30_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startChild(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, complaints] = ['', ''];
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const why = late ? `took longer than ${timeoutMs} ms` : `ended with ${code ?? 'a signal'}`;
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${why}: ${complaints.trim().slice(-300)}`));
    });
  });
}
