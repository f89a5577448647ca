import { AuditFile } from '../audit-file.ts';

// A process that does nothing but write its log, until it is killed. Runs under a Node that strips types.
const [, , folder = ''] = process.argv;
const file = new AuditFile(folder, { maxBytes: 200_000 });
for (let call = 1; ; call++) {
  file.append({
    type: 'call',
    at: new Date().toISOString(),
    event: 'ended',
    call,
    tool: 'action::click_input',
    effect: 'act',
    caller: { kind: 'agent', name: 'robot' },
    target: { app: 'a', title: 'b' },
    result: 'ok',
    elapsedMs: 1,
    decision: 'allowed',
    decidedBy: 'a test',
    parameters: { text: 'x'.repeat(call % 2_000) },
  });
  if (call === 100) process.stdout.write('writing\n');
}
