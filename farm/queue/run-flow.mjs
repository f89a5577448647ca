// Runs a command, and ends it with its worker: `work.mjs` starts this as the leader of a process group of its own.
import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: 'inherit' });
child.on('error', (error) => {
  process.stderr.write(`${program} did not start: ${error.message}\n`);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
// A deadline interrupts the whole group: the command still writes its report.
process.on('SIGINT', () => undefined);
