import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputOf } from '../x-display.ts';
import { python } from '../apps/target-app.ts';

/** Reads and presses through the accessibility bus alone, without Deskscope. */
const prelude = String.raw`
import json, sys, time, gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi
def below(node, height=20):
    if not node or height == 0: return
    yield node
    for i in range(min(node.get_child_count(), 200)): yield from below(node.get_child_at_index(i), height - 1)
def apps():
    desktop = Atspi.get_desktop(0)
    return [app for app in (desktop.get_child_at_index(i) for i in range(desktop.get_child_count())) if app]
def states(node): return [state.value_nick for state in node.get_state_set().get_states()]
def named(app): return [node for found in apps() if found.get_name() == app for node in below(found)]
`;

const answering = String.raw`
told = json.loads(sys.argv[1])
end = time.time() + 15
def until(find):
    while time.time() < end:
        try:
            found = find(named(told['app']))
        except Exception:
            found = None
        if found: return found
        time.sleep(0.1)
    raise SystemExit('It did not come: ' + told['press'])
def is_button(node): return node.get_role_name() in ('push button', 'button')
def button(nodes): return [node for node in nodes if is_button(node) and told['press'] in (node.get_name() or '')]
until(button)
def choose(nodes):
    for node in nodes:
        of = [node.get_child_at_index(i) for i in range(node.get_child_count())] if node.get_role_name() == 'list' else []
        if any(told['toggle'] in (item.get_name() or '') for item in of if item and told['toggle']): continue
        for i in range(len(of)):
            if told['screens'] in (of[i].get_name() or ''): node.get_selection_iface().select_child(i)
            else: node.get_selection_iface().deselect_child(i)
if told['screens']: choose(named(told['app']))
if told['toggle']:
    switch = until(lambda nodes: [node for node in nodes if node.get_role_name() in ('check box', 'toggle button') and told['toggle'] in (node.get_name() or '')])
    switch[0].get_action_iface().do_action(0)
time.sleep(0.3)
until(button)[0].get_action_iface().do_action(0)
`;

const counting = String.raw`
print(sum(1 for app in apps() if app.get_name() == sys.argv[1]
    for i in range(app.get_child_count()) if 'showing' in states(app.get_child_at_index(i))))
`;

const looking = String.raw`
def told(node):
    text = node.get_text_iface()
    return {'role': node.get_role_name(), 'name': node.get_name() or '', 'states': states(node),
        'text': text.get_text(0, text.get_character_count()) if text else ''}
print(json.dumps([told(node) for node in named(sys.argv[1])]))
`;

/** The user's answer to a portal dialog. */
export interface DialogAnswer {
  /** The program that shows it. */
  readonly app: string;
  /** Part of the names of the screens to choose; others are deselected; none is touched if empty. */
  readonly screens?: string;
  /** Part of the name of the switch to turn on first. */
  readonly toggle?: string;
  /** Part of the button's name. */
  readonly press: string;
}

/** Waits for a dialog and answers it. @throws Error if none comes */
export async function answerDialog(env: NodeJS.ProcessEnv, answer: DialogAnswer): Promise<void> {
  const reported = JSON.stringify({ screens: '', toggle: '', ...answer });
  await outputOf(python, ['-c', prelude + answering, reported], env);
}

/** The number of windows that a program shows. */
export async function dialogsOf(env: NodeJS.ProcessEnv, app: string): Promise<number> {
  return Number(await outputOf(python, ['-c', prelude + counting, app], env));
}

/** Rotates the only screen, like the user does in the settings. @param quarters anticlockwise */
export async function turnScreen(env: NodeJS.ProcessEnv, quarters: number): Promise<void> {
  const service = 'org.gnome.Mutter.DisplayConfig';
  const at = ['--dest', service, '--object-path', '/org/gnome/Mutter/DisplayConfig'];
  const call = (method: string, ...args: readonly string[]) =>
    outputOf('gdbus', ['call', '--session', ...at, '--method', `${service}.${method}`, ...args], env);
  const state = await call('GetCurrentState');
  const serial = /uint32 (\d+)/.exec(state)?.[1] ?? '';
  const [, mode = ''] = /'(\d+x\d+@[\d.]+)'/.exec(state) ?? [];
  await call('ApplyMonitorsConfig', serial, '1', `[(0, 0, 1.0, ${quarters}, true, [('Meta-0', '${mode}', {})])]`, '{}');
}

/** A screenshot by the shell itself, as PNG. For a GNOME that permits it. */
export async function screenshotOfShell(env: NodeJS.ProcessEnv): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-judge-'));
  try {
    const file = join(folder, 'shell.png');
    const shell = ['--dest', 'org.gnome.Shell.Screenshot', '--object-path', '/org/gnome/Shell/Screenshot'];
    const take = ['--method', 'org.gnome.Shell.Screenshot.Screenshot', 'false', 'false', file];
    await outputOf('gdbus', ['call', '--session', ...shell, ...take], env);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An accessible object of an app. */
export interface DialogReport {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly text: string;
}

/** All visible objects of an app. */
export async function reportedBy(env: NodeJS.ProcessEnv, app: string): Promise<readonly DialogReport[]> {
  return JSON.parse(await outputOf(python, ['-c', prelude + looking, app], env)) as readonly DialogReport[];
}
