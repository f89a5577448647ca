import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownMode } from '../../base/testing/shown-mode.ts';
import { silentLog } from '../../base/log.ts';
import type { CallEnd } from '../../tools/observer.ts';
import { bundleEntry } from '../../../scripts/lib/bundle.mjs';
import { createBench } from '../../tools/testing/run-tools.ts';
import { AuditFile, auditFile, chainFiles } from './audit-file.ts';
import { createAuditLog, claimChain } from './audit-log.ts';
import { readLine, type AuditLine } from './record.ts';
import { verifyChain } from './verify.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const end: CallEnd = {
  call: 1,
  tool: 'action::click_input',
  parameters: { name: '7' },
  decision: 'granted',
  decidedBy: 'a test',
  caller: { kind: 'agent', name: 'robot' },
  effect: 'act',
  elapsedMs: 5,
  text: 'done',
  target: () => Promise.resolve({ id: '0x1', app: 'calculator', title: 'Calculator' }),
};
const file = () => path.join(folder, '1', auditFile);
const files = () => chainFiles(path.join(folder, '1'));
const broken = () => verifyChain(files()).broken;

async function write(calls: number, maxBytes?: number): Promise<void> {
  const log = createAuditLog({ root: folder, log: silentLog, ...(maxBytes && { maxBytes }) });
  for (let call = 1; call <= calls; call++) {
    await log.before({ ...end, call });
    await log.after({ ...end, call });
  }
  log.close();
}

function lines(of = file()): readonly AuditLine[] {
  return readFileSync(of, 'utf8')
    .split('\n')
    .map(readLine)
    .filter((line) => typeof line === 'object');
}

describe('the chain', () => {
  it('records every call with who, what, where, why and how it ended, readable for the user alone', async () => {
    await write(1);
    expect(lines()).toMatchObject([
      { type: 'segment', reason: 'start', seq: 1, prev: '0'.repeat(64) },
      { type: 'call', event: 'started', seq: 2, result: 'pending' },
      {
        type: 'call',
        event: 'ended',
        seq: 3,
        call: 1,
        tool: 'action::click_input',
        effect: 'act',
        result: 'ok',
        caller: { kind: 'agent', name: 'robot' },
        target: { app: 'calculator', title: 'Calculator' },
        decision: 'granted',
        decidedBy: 'a test',
        parameters: { name: '7' },
        elapsedMs: 5,
      },
    ]);
    expect(verifyChain(files())).toMatchObject({ lines: 3, broken: null, head: lines()[2]!.hash, torn: [] });
    expect(statSync(file()).mode & 0o777).toBe(shownMode(0o600));
    expect(statSync(folder).mode & 0o777).toBe(shownMode(0o700));
  });

  it('detects a change of any byte, and any removed, duplicated or moved line', async () => {
    await write(1);
    const whole = readFileSync(file());
    for (let at = 0; at < whole.length; at++) {
      for (const flipped of [whole[at]! ^ 1, 0x0a]) {
        if (flipped === whole[at]) continue;
        const changed = Buffer.from(whole);
        changed[at] = flipped;
        writeFileSync(file(), changed);
        expect(broken(), `byte ${at}`).not.toBeNull();
      }
    }
    const texts = whole.toString().trimEnd().split('\n');
    const without = (index: number) => texts.filter((_, other) => other !== index);
    for (let i = 0; i < texts.length - 1; i++) {
      for (const changed of [without(i), [...texts.slice(0, i), texts[i]!, ...texts.slice(i)]]) {
        writeFileSync(file(), `${changed.join('\n')}\n`);
        expect(broken(), `line ${i + 1}`).not.toBeNull();
      }
    }
    writeFileSync(file(), whole);
    expect(broken()).toBeNull();
  }, 60_000);

  it('names the first line that is broken', async () => {
    await write(3);
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"call":2', '"call":9'));
    expect(broken()).toEqual({ file: file(), line: 4, why: 'does not match its own hash' });
  });

  it('continues over rotated files and restarts, and detects a missing middle one', async () => {
    for (let start = 0; start < 3; start++) await write(10, 2_500);
    expect(files().length).toBeGreaterThan(5);
    const { lines, broken: none } = verifyChain(files());
    expect(none).toBeNull();
    expect(lines).toBeGreaterThan(60);
    expect(verifyChain([files()[2]!]).broken).toBeNull();
    // The oldest may be deleted; one from the middle may not.
    expect(verifyChain(files().slice(2)).broken).toBeNull();
    expect(verifyChain(files().filter((_, index) => index !== 3)).broken).toMatchObject({ line: 1 });
  });

  it('finds the files again if the process ended between moving the full one and opening the next', async () => {
    await write(10, 2_500);
    rmSync(file());
    await write(1);
    expect(broken()).toBeNull();
    expect(lines()[0]).toMatchObject({ reason: 'rotated', file: path.basename(files().at(-2)!) });
  });
});

describe('a crash', () => {
  it('that costs only the last newline costs no line', async () => {
    await write(1);
    truncateSync(file(), statSync(file()).size - 1);
    expect(broken()?.why).toContain('unfinished');
    await write(1);
    expect(verifyChain(files())).toMatchObject({ broken: null, torn: [], lines: 6 });
  });

  it.each([2, 20, 200])('that truncates the last line by %i bytes is reported by the next', async (missing) => {
    await write(2);
    truncateSync(file(), statSync(file()).size - missing);
    expect(broken()).toMatchObject({ line: 5, why: 'is unfinished: cut off by a crash, or by hand' });
    await write(1);
    expect(verifyChain(files())).toMatchObject({ broken: null, torn: ['audit.jsonl:5'] });
    expect(lines().map((line) => (line.type === 'segment' ? line.reason : line.event))).toEqual([
      'start',
      'started',
      'ended',
      'started',
      'torn',
      'started',
      'ended',
    ]);
    writeFileSync(file(), readFileSync(file(), 'utf8').replace(/\n(\{[^\n]{20})/, '\n$1x'));
    expect(broken()).not.toBeNull();
  });

  it('kill -9 while it writes without pause leaves a log that verifies once it is opened again', async () => {
    const writer = await bundleEntry('src-main/permissions/audit/testing/endless-writer.ts');
    for (let round = 0; round < 4; round++) {
      const child = spawn(process.execPath, [writer.path, path.join(folder, '1')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await writer.remove();
    new AuditFile(path.join(folder, '1')).close();
    const { broken: none, lines } = verifyChain(files());
    expect(none).toBeNull();
    expect(lines).toBeGreaterThan(400);
  }, 60_000);
});

describe('the writer', () => {
  it('keeps apart two processes with one profile, and takes over from a dead one', () => {
    const first = claimChain(folder);
    const second = claimChain(folder);
    expect([first, second].map((chain) => path.basename(chain.folder))).toEqual(['1', '2']);
    first.release();
    expect(path.basename(claimChain(folder).folder)).toBe('1');
    // No process has this number: Linux gives them up to 2^22.
    for (const dead of ['4194305', '', 'x']) {
      writeFileSync(path.join(folder, '1', 'writer'), dead);
      expect(path.basename(claimChain(folder).folder)).toBe('1');
    }
  });

  it('continues without a disk, reports it once, and reports the gap once there is one again', async () => {
    const reported: string[] = [];
    writeFileSync(path.join(folder, 'blocked'), '');
    const root = path.join(folder, 'blocked', 'audit');
    const log = createAuditLog({ root, log: (_, message) => reported.push(message) });
    for (let call = 1; call <= 3; call++) await log.after({ ...end, call });
    expect(reported).toHaveLength(1);
    rmSync(path.join(folder, 'blocked'));
    mkdirSync(path.join(folder, 'blocked'));
    expect(log.state).toMatchObject({ failure: expect.stringContaining('ENOTDIR') as string, lost: 3 });
    await log.after(end);
    expect(log.state).toEqual({ failure: null, lost: 3 });
    log.close();
    expect(lines(path.join(root, '1', auditFile))).toMatchObject([{ reason: 'lost', lost: 3 }, { call: 1 }]);
    expect(verifyChain(chainFiles(path.join(root, '1')))).toMatchObject({ broken: null, lost: 3 });
  });

  it('leaves no files without calls', () => {
    createAuditLog({ root: path.join(folder, 'audit'), log: silentLog }).close();
    expect(existsSync(path.join(folder, 'audit'))).toBe(false);
  });
});

describe('behind the tool-runner', () => {
  it('blocks acts whose line cannot be written, from any caller, and allows all looks', async () => {
    writeFileSync(path.join(folder, 'blocked'), '');
    const log = createAuditLog({ root: path.join(folder, 'blocked', 'audit'), log: silentLog });
    const bench = await createBench({ observers: [log], policyMode: 'all' });
    const pressed: string[] = [];
    bench.fake.devices.listen(({ type }) => void pressed.push(type));
    const form = { app: 'form' };
    for (const kind of ['agent', 'cli', 'replay', 'user'] as const) {
      const outcome = await bench.run(
        'click_input',
        { selector: 'id=send', window: form },
        { caller: { kind, name: '' } },
      );
      expect(outcome).toMatchObject({ ok: false, error: { code: 'audit_unavailable', delivery: 'not_delivered' } });
    }
    expect(pressed).toEqual([]);
    expect(await bench.text('list_windows')).toContain('Form');
    rmSync(path.join(folder, 'blocked'));
    mkdirSync(path.join(folder, 'blocked'));
    expect(await bench.run('click_input', { selector: 'id=send', window: form })).toMatchObject({ ok: true });
    await bench.close();
    log.close();
    expect(verifyChain(chainFiles(path.join(folder, 'blocked', 'audit', '1')))).toMatchObject({ lost: 9 });
  });

  it('writes no line large enough to fill the disk, whatever the arguments', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 'x'.repeat(400)]));
    const log = createAuditLog({ root: folder, log: silentLog });
    await log.after({ ...end, parameters: { args: Array.from({ length: 20_000 }, () => 'x'.repeat(400)) } });
    await log.after({ ...end, parameters: many, tool: 'x'.repeat(1e6), decidedBy: 'x'.repeat(1e6) });
    log.close();
    expect(statSync(file()).size).toBeLessThan(50_000);
    expect(lines()).toHaveLength(3);
    expect(broken()).toBeNull();
  });

  it('records refused, denied and failed calls too, masks secrets, and truncates long values', async () => {
    const audit = createAuditLog({ root: folder, log: silentLog });
    const caller = { kind: 'agent', name: 'robot' } as const;
    const bench = await createBench({ observers: [audit], policyMode: 'act', caller });
    const form = { app: 'form' };
    await bench.run('click_inptu', { selector: 'secret-1' });
    await bench.run('set_edit_text', { selector: 'id="password"', window: form, txt: 'secret-2' });
    await bench.run('set_edit_text', { selector: 'name="Password"', window: form, text: 'secret-3' });
    await bench.run('click_input', { selector: 'id="send"', window: form });
    await bench.run('summary', { text: 'long '.repeat(1_000) });
    await bench.close();
    audit.close();
    const calls = lines().filter((line) => line.type === 'call' && line.event === 'ended');
    expect(calls).toMatchObject([
      { decision: 'refused', result: 'not_found', parameters: {} },
      { decision: 'refused', result: 'invalid_parameter', decidedBy: 'the call is wrong' },
      { decision: 'allowed', target: { app: 'form', title: 'Form' }, parameters: { text: '•••' } },
      { decision: 'denied', result: 'permission_denied', decidedBy: 'the destructive label “send”: the answer “deny”' },
      { decision: 'allowed', result: 'ok' },
    ]);
    const text = readFileSync(file(), 'utf8');
    expect(text).not.toContain('secret-');
    expect(text.length).toBeLessThan(10_000);
    expect(broken()).toBeNull();
  });
});

it('rejects a file that is not a log', () => {
  mkdirSync(path.join(folder, '1'));
  for (const [content, why] of [
    ['', 'is missing: the file is empty'],
    ['{}\n', 'is no line of an audit log'],
    ['\n', 'is no JSON'],
    ['\u00ff\n', 'is no JSON'],
  ] as const) {
    writeFileSync(file(), content);
    expect(broken()?.why).toContain(why);
  }
  appendFileSync(file(), Buffer.from([0xff, 0x0a]));
  expect(broken()?.line).toBe(1);
  expect(readdirSync(folder)).toEqual(['1']);
  chmodSync(file(), 0o600);
});
