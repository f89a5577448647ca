import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Facts about an element from the distribution's own reader of the accessibility bus. */
export interface Judgement {
  readonly states: readonly string[];
  readonly name: string;
  readonly value?: number;
  readonly text?: string;
  readonly caret?: number;
  readonly selections?: readonly (readonly [start: number, end: number])[];
  readonly selected?: readonly string[];
  readonly rows?: readonly number[];
}

const script = `
import json, sys, pyatspi
pid, role, name, nth = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
found = []
def walk(node, depth):
    if node is None or depth > 40: return
    if node.getRoleName() == role and (name == '*' or node.name == name): found.append(node)
    for i in range(min(node.childCount, 300)): walk(node.getChildAtIndex(i), depth + 1)
for app in pyatspi.Registry.getDesktop(0):
    if app is not None and app.get_process_id() == pid: walk(app, 0)
node = found[nth]
faces = pyatspi.listInterfaces(node)
said = {'name': node.name, 'states': [pyatspi.stateToString(s) for s in node.getState().getStates()]}
if 'Value' in faces: said['value'] = node.queryValue().currentValue
if 'Text' in faces:
    text = node.queryText()
    said['text'] = text.getText(0, text.characterCount)
    said['caret'] = text.caretOffset
    said['selections'] = [list(text.getSelection(i)) for i in range(max(0, text.getNSelections()))]
if 'Selection' in faces:
    kept = node.querySelection()
    said['selected'] = [kept.getSelectedChild(i).name for i in range(kept.nSelectedChildren)]
if 'Table' in faces: said['rows'] = list(node.queryTable().getSelectedRows())
print(json.dumps(said))
`;

/**
 * Queries pyatspi for the `nth` element of a process, from 0 in tree order, with this native role and name; `*` is any name.
 */
export async function judge(processId: number, role: string, name = '*', nth = 0): Promise<Judgement> {
  const args = ['-c', script, String(processId), role, name, String(nth)];
  const { stdout } = await run('/usr/bin/python3', args, { timeout: 30_000 });
  return JSON.parse(stdout) as Judgement;
}
