import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RawNode } from '../../../backend.ts';

const run = promisify(execFile);

/**
 * Role and name of every element below the frame of a title, or an app's only frame, as the distribution's own reader of
 * the same bus sees them. It goes by index: that reaches elements that the list of children leaves out.
 */
const reader = `
import sys, pyatspi
process, title, most = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
frames = [frame for app in pyatspi.Registry.getDesktop(0) if app and app.get_process_id() == process for frame in app]
def walk(node):
    print(node.getRoleName() + '\\t' + (node.name or '').replace('\\n', ' '))
    count = node.childCount
    if count > most: return
    for i in range(count):
        child = node.getChildAtIndex(i)
        if child: walk(child)
walk(([frame for frame in frames if frame.name == title] or frames)[0])
`;

export interface NodeDifference {
  /** `role<TAB>name`, once for each element that only one of the two has. */
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
}

/** Compares a tree with what pyatspi reads. Containers with more children than `mostChildren` are compared as leaves. */
export async function compareWithReference(
  processId: number,
  root: RawNode,
  mostChildren = 1_000,
): Promise<NodeDifference> {
  const args = ['-c', reader, String(processId), root.name, String(mostChildren)];
  const { stdout } = await run('/usr/bin/python3', args, { timeout: 60_000, maxBuffer: 1 << 26 });
  return difference(linesOf(root, mostChildren), stdout.split('\n').filter(Boolean));
}

function linesOf(node: RawNode, mostChildren: number): string[] {
  const line = `${node.role}\t${node.name.replaceAll('\n', ' ')}`;
  if (node.childCount > mostChildren) return [line];
  return [line, ...(node.children ?? []).flatMap((child) => linesOf(child, mostChildren))];
}

/** Both as multisets. */
function difference(here: readonly string[], there: readonly string[]): NodeDifference {
  const counts = new Map<string, number>();
  for (const line of here) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of there) counts.set(line, (counts.get(line) ?? 0) - 1);
  const repeated = (sign: 1 | -1) =>
    [...counts].flatMap(([line, count]) => Array<string>(Math.max(0, count * sign)).fill(line));
  return { onlyHere: repeated(1), onlyThere: repeated(-1) };
}
