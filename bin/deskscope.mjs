#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const cli = fileURLToPath(new URL('../out/main/cli.js', import.meta.url));

if (major < 18 || (major === 18 && minor < 15)) {
  fail(`Deskscope needs Node.js 18.15 or newer; this is ${process.versions.node}.`);
} else if (!existsSync(cli)) {
  fail(`Deskscope is not built yet (${cli} is missing). Run \`npm run build\`.`);
} else {
  createRequire(import.meta.url)(cli);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
