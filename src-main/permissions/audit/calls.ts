import type { AuditLine } from './record.ts';

export type CallLine = Extract<AuditLine, { type: 'call' }>;

/**
 * Each call once, as it ended. One that only started is `pending`: it is under way, or its process ended in the middle of it.
 * @param lines of one chain, oldest first
 */
export function callsIn(lines: readonly AuditLine[]): readonly CallLine[] {
  const calls: CallLine[] = [];
  const open = new Map<number, CallLine>();
  const leave = () => {
    calls.push(...open.values());
    open.clear();
  };
  let pid = 0;
  for (const line of lines) {
    if (line.type === 'segment') {
      // Another process numbers its calls again.
      if (line.pid !== pid) leave();
      pid = line.pid;
    } else if (line.event === 'started') open.set(line.call, line);
    else {
      open.delete(line.call);
      calls.push(line);
    }
  }
  leave();
  return calls;
}
