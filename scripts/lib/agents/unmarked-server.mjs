import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * `unmarked-server.mjs SCRIPT ARGS…`: that server on stdio, without the mark that shows its tools at once, so that clients search
 * them.
 */
const server = spawn(process.execPath, process.argv.slice(2), { stdio: ['inherit', 'pipe', 'inherit'] });
createInterface({ input: server.stdout }).on('line', (line) => {
  process.stdout.write(`${line.replaceAll('"anthropic/alwaysLoad":true', '"deskscope/unmarked":true')}\n`);
});
server.on('exit', (code) => (process.exitCode = code ?? 1));
