import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCeiling } from './ceiling.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-ceiling-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function ceiling(text: string) {
  const file = path.join(folder, 'ceiling.yaml');
  writeFileSync(file, text);
  return createCeiling([file]);
}

function program(name: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

const forbidden = expect.objectContaining({ code: 'permission_denied' }) as unknown;

describe.runIf(process.platform !== 'win32')('a ceiling of programs', () => {
  it('allows by name the program that PATH finds, by any path to it, and no other file of that name', () => {
    const real = program('bin/writer');
    const other = program('agent/writer');
    vi.stubEnv('PATH', path.dirname(real));
    const below = ceiling('programs: {allow: [writer]}\n');
    for (const command of ['writer', real]) expect(() => below.ensureProgram(command), command).not.toThrow();
    for (const command of [other, './writer', 'agent/writer', `${real}s`])
      expect(() => below.ensureProgram(command), command).toThrow(forbidden);
    expect(() => ceiling(`programs: {allow: ["${other}"]}\n`).ensureProgram(other)).not.toThrow();
  });

  it('denies a program under any name of a link to it', () => {
    const real = program('bin/runner');
    const link = path.join(folder, 'bin', 'harmless');
    symlinkSync(real, link);
    vi.stubEnv('PATH', path.dirname(real));
    const below = ceiling('programs: {deny: [runner]}\n');
    for (const command of ['runner', real, 'harmless', link, '/nowhere/runner'])
      expect(() => below.ensureProgram(command), command).toThrow(forbidden);
    program('bin/other');
    expect(() => below.ensureProgram('other')).not.toThrow();
  });
});

it('forbids a host in every spelling of its address', () => {
  const below = ceiling('network: {deny: [far.example, 127.0.0.1]}\n');
  for (const address of [
    'https://far.example/x',
    'https://FAR.example.:8443',
    'wss://far.example',
    'http://127.1',
    'http://2130706433/',
  ])
    expect(() => below.ensureHost(address), address).toThrow(forbidden);
  expect(() => below.ensureHost('https://near.example')).not.toThrow();
});
