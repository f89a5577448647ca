#!/usr/bin/env node
// CommonJS, which Node starts a tenth sooner than a module.
'use strict';
const { existsSync } = require('node:fs');
const path = require('node:path');

const [major, minor] = process.versions.node.split('.').map(Number);
const cli = path.join(__dirname, '../out/main/cli.js');

if (major < 18 || (major === 18 && minor < 15)) {
  fail(`Deskscope needs Node.js 18.15 or newer; this is ${process.versions.node}.`);
} else if (!existsSync(cli)) {
  fail(`Deskscope is not built yet (${cli} is missing). Run \`npm run build\`.`);
} else {
  // A word in front is a command, and each loads other code.
  require('./code-cache.cjs').useCodeCache(/^[a-z][a-z-]{0,20}$/.test(process.argv[2]) ? process.argv[2] : 'other');
  require(cli);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
