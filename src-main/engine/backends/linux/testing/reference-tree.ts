import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RawNode } from '../../../backend.ts';
import { roleName } from '../atspi/vocabulary/roles.ts';

const run = promisify(execFile);

/**
 * A frame's tree as read by the distribution's own reader of the same bus. It goes by index, which reaches elements missing
 * from the list of children. Visible means that an element and its ancestors are showing, except that a tab does not hide its
 * page. GTK 4.8 reports everything as visible, but an off-screen element has no size, does not contain its own centre, or is
 * scrolled out of its pane; the page of a stack, which has no bounds, shows its content; and unnamed elements report their
 * class as name. Qt and GTK 3 give some off-screen elements no size, or Qt a position off-screen.
 */
const reader = `
import json, re, sys, pyatspi
process, title, most = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
found = [(app, frame) for app in pyatspi.Registry.getDesktop(0) if app and app.get_process_id() == process for frame in app]
app, frame = ([pair for pair in found if pair[1].name == title] or found)[0]
gtk4 = app.toolkitName == 'GTK' and app.toolkitVersion.startswith('4')
# From 4.10 on it knows places in windows alone, and not what contains a point.
gtk410 = gtk4 and int(app.toolkitVersion.split('.')[1]) >= 10
coords = pyatspi.WINDOW_COORDS if gtk4 else pyatspi.DESKTOP_COORDS
bit = pyatspi.STATE_VISIBLE if gtk4 else pyatspi.STATE_SHOWING
# Parts of pages show where they are placed, whatever holds them.
free = ('section', 'panel', 'grouping', 'list', 'list item', 'paragraph') if app.toolkitName in ('Gecko', 'Chromium') else ()
sized = app.toolkitName in ('gtk', 'GTK', 'Qt') and app.name != 'soffice'
nodes = []
def placed(node):
    try: face = node.queryComponent()
    except NotImplementedError: return app.toolkitName != 'Qt'
    place = face.getExtents(coords)
    if sized and (place.width <= 0 or place.height <= 0): return False
    if app.toolkitName == 'Qt' and (place.x + place.width <= 0 or place.y + place.height <= 0): return False
    if not gtk4 or gtk410 or node.getRoleName() in ('frame', 'window', 'dialog'): return True
    # A spinner that stands does not either.
    if node.getRoleName() == 'filler' and node.childCount == 0: return True
    return face.contains(place.x + place.width // 2, place.y + place.height // 2, coords)
def called(node):
    name = node.name or ''
    by_class = '(Gtk|Adw)[A-Z][A-Za-z]*$'
    if node.getRoleName() in ('filler', 'panel'): by_class += '|([A-Z][a-z]+){2,}$'
    return '' if gtk4 and re.match(by_class, name) else name
def labels(node):
    try: relations = node.getRelationSet()
    except Exception: return ''
    ours = [each for each in relations if each.getRelationType() == pyatspi.RELATION_LABELLED_BY]
    return ' '.join(called(each.getTarget(i)) for each in ours for i in range(each.getNTargets()))
def inside(node):
    if node.getRoleName() not in ('push button', 'button', 'toggle button', 'check box', 'radio button') or node.childCount > 3: return ''
    texts = [called(child) for child in node if child and child.getRoleName() in ('label', 'static') and called(child)]
    return texts[0].strip() if len(texts) == 1 else ''
# What WebKitGTK puts into an app is from another process, whose root says nothing about itself.
def plugged(node): return node.path.startswith('/org/a11y/webkit/')
def text(node, web=False):
    if app.toolkitName != 'Gecko' and not web: return ''
    try: own = node.queryText().getText(0, -1)
    except NotImplementedError: return ''
    return ' '.join(re.sub('^[•◦▪▸▾‣] ', '', own).replace('\ufffc', ' ').split())
def within(node, clip):
    try: place = node.queryComponent().getExtents(coords)
    except NotImplementedError: return clip
    left, top = max(place.x, clip[0]), max(place.y, clip[1])
    right, bottom = min(place.x + place.width, clip[2]), min(place.y + place.height, clip[3])
    return (left, top, right, bottom) if left < right and top < bottom else None
def walk(node, seen, clip=(-1e9, -1e9, 1e9, 1e9), web=False):
    if plugged(node): return any([walk(child, True, clip, True) for child in node if child])
    role = node.getRoleName()
    seen = seen and node.getState().contains(bit) and placed(node)
    # GTK 4 shows what is scrolled away as well.
    if gtk4: seen = seen and within(node, clip) is not None
    if seen and gtk4 and role == 'scroll pane': clip = within(node, clip)
    nodes.append({'role': int(node.getRole()), 'name': called(node), 'seen': seen, 'path': node.path})
    if not nodes[-1]['name']: nodes[-1]['label'] = labels(node) or text(node, web) or inside(node)
    own, count = nodes[-1], node.childCount
    if count > most: return seen
    below = [walk(child, seen or role == 'page tab' or role in free or web and role in ('scroll pane', 'document web', 'section'), clip, web) for child in (node.getChildAtIndex(i) for i in range(count)) if child]
    if gtk4 and below and 'Component' not in pyatspi.listInterfaces(node): own['seen'] = own['seen'] and any(below)
    return own['seen']
walk(frame, True)
print(json.dumps(nodes))
`;

interface ReadNode {
  /** The role number: versions of AT-SPI name some roles differently. */
  readonly role: number;
  readonly name: string;
  /** Object path; our runtime ids append it to the bus name. */
  readonly path: string;
  readonly seen: boolean;
  /** From the label beside it, or the text in it, if it has no name. */
  readonly label?: string;
}

async function read(processId: number, title: string, mostChildren: number): Promise<readonly ReadNode[]> {
  const args = ['-c', reader, String(processId), title, String(mostChildren)];
  const { stdout } = await run('/usr/bin/python3', args, { timeout: 120_000, maxBuffer: 1 << 26 });
  return JSON.parse(stdout) as readonly ReadNode[];
}

/** Two reads of a tree, each with a line `role<TAB>name<TAB>seen` per element, in tree order. */
export interface TwoReadings {
  readonly here: readonly string[];
  readonly there: readonly string[];
}

/** Reads the same elements with pyatspi. Containers with more children than `mostChildren` are compared as leaves. */
export async function readAsReference(processId: number, root: RawNode, mostChildren = 1_000): Promise<TwoReadings> {
  const nodes = await read(processId, root.name, mostChildren);
  const here = linesOf(root, mostChildren);
  // Our reader decides which elements are named by a label or their text; the reference confirms the text.
  const labelled = new Set(here.filter(({ named }) => named).map(({ path }) => path));
  return {
    here: here.map(({ line }) => line),
    there: nodes.map(({ label = '', name, path, ...node }) =>
      line({ ...node, role: roleName(node.role), name: name || (labelled.has(path) ? label : '') }),
    ),
  };
}

/**
 * Toolkits name drop-down lists by their choice, its icon, or their label: the name is compared for all other elements. The
 * names and choices of each toolkit's lists have their own tests.
 */
export function comparedName(role: string, name: string): string {
  return role === 'combo box' ? '' : name;
}

function linesOf(node: RawNode, mostChildren: number): { line: string; path: string; named: boolean }[] {
  const path = node.runtimeId.slice(node.runtimeId.indexOf('/'));
  const own = {
    line: line({ role: node.role, name: node.name, seen: node.states.includes('visible') }),
    path,
    named: node.name !== '',
  };
  if (node.childCount > mostChildren) return [own];
  return [own, ...(node.children ?? []).flatMap((child) => linesOf(child, mostChildren))];
}

function line({ role, name, seen }: Pick<ReadNode, 'name' | 'seen'> & { readonly role: string }): string {
  return `${role}\t${comparedName(role, name).replaceAll('\n', ' ').trim()}\t${seen ? 'seen' : 'unseen'}`;
}
