import { formatElementId, type ControlType, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { PictureView } from '#contract/api';
import type { TreeLook } from '#contract/model/elements/tree-look';
import type { OcrResult } from '#contract/model/ocr';

const sequence = 1;

const levels = 3;

/** A node of the fake desktop under construction. */
interface Part {
  readonly type: ControlType;
  readonly name?: string;
  readonly value?: string;
  readonly box: Rect;
  readonly off?: boolean;
  readonly parts?: readonly Part[];
}

const box = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

function fakeWindow(
  id: WindowId,
  title: string,
  app: string,
  bounds: Rect,
  more: Partial<WindowInfo> = {},
): WindowInfo {
  return {
    id,
    title,
    className: app,
    app,
    processId: 4000 + parseInt(id, 16),
    bounds,
    contentBounds: bounds,
    state: 'normal',
    active: false,
    monitor: 0,
    desktop: 0,
    kind: 'normal',
    toolkit: 'gtk3',
    alwaysOnTop: false,
    demandsAttention: false,
    owner: null,
    resizable: true,
    ...more,
  };
}

export const fakeWindows: readonly WindowInfo[] = [
  fakeWindow('0x2600003', 'Calculator', 'galculator', box(520, 160, 420, 440), { active: true }),
  fakeWindow('0x2600004', 'Untitled 1 – Mousepad', 'mousepad', box(200, 120, 640, 420)),
  fakeWindow('0x2600005', 'Ten thousand rows', 'gtk3-demo', box(60, 60, 900, 620)),
  fakeWindow('0x2600006', 'Probe page – Chromium', 'chromium', box(0, 0, 1280, 800), { state: 'minimized' }),
  fakeWindow('0x2600007', 'Preferences', 'linguist', box(300, 220, 480, 320), { kind: 'dialog' }),
];

const keys = ['7', '8', '9', '÷', '4', '5', '6', '×', '1', '2', '3', '−', '0', '.', '=', '+'];

function calculator(): Part {
  const pad = keys.map((name, i): Part => {
    return { type: 'Button', name, box: box(536 + (i % 4) * 98, 292 + Math.floor(i / 4) * 74, 92, 66) };
  });
  const menus = ['File', 'Edit', 'View', 'Help'].map((name, i): Part => {
    return { type: 'MenuItem', name, box: box(524 + i * 56, 188, 52, 24), off: name === 'Edit' };
  });
  return {
    type: 'Window',
    name: 'Calculator',
    box: box(520, 160, 420, 440),
    parts: [
      { type: 'MenuBar', box: box(520, 186, 420, 28), parts: menus },
      {
        type: 'Pane',
        box: box(520, 214, 420, 386),
        parts: [
          { type: 'Edit', name: 'display', value: '42', box: box(536, 224, 388, 52) },
          { type: 'Table', name: 'keypad', box: box(536, 292, 388, 292), parts: pad },
        ],
      },
    ],
  };
}

function manyRows(): Part {
  const rows = Array.from({ length: 10_000 }, (_, i): Part => {
    const inside = i < 22;
    return { type: 'ListItem', name: `Row ${i + 1}`, box: box(70, 100 + i * 26, 880, 26), off: !inside };
  });
  return {
    type: 'Window',
    name: 'Ten thousand rows',
    box: box(60, 60, 900, 620),
    parts: [{ type: 'List', name: 'rows', box: box(70, 100, 880, 570), parts: rows }],
  };
}

function plain(window: WindowInfo): Part {
  const { x, y, width, height } = window.bounds;
  const text: Part = {
    type: 'Document',
    name: 'text',
    value: 'Hello',
    box: box(x + 8, y + 60, width - 16, height - 90),
  };
  return {
    type: 'Window',
    name: window.title,
    box: window.bounds,
    parts: [{ type: 'Pane', box: window.bounds, parts: [text] }],
  };
}

function toNode(window: WindowId, part: Part, path: string): TreeNode {
  const children = part.parts?.map((child, i) => toNode(window, child, `${path}/${i}`)) ?? [];
  return {
    id: formatElementId(window, path),
    controlType: part.type,
    role: part.type.toLowerCase(),
    name: part.name ?? '',
    automationId: '',
    description: '',
    value: part.value ?? null,
    bounds: part.box,
    states: part.off ? ['offscreen'] : ['enabled', 'visible', 'focusable'],
    childCount: children.length,
    children,
  };
}

const trees = new Map<string, TreeNode>();

export function fakeTree(window: WindowInfo): TreeNode {
  const known = trees.get(window.id);
  if (known) return known;
  const part = window.app === 'galculator' ? calculator() : window.app === 'gtk3-demo' ? manyRows() : plain(window);
  const tree = toNode(window.id, part, '0');
  trees.set(window.id, tree);
  return tree;
}

/** Each node with its path, depth first. */
export function* walk(
  node: TreeNode,
  path: readonly ElementNode[] = [],
): Generator<{ node: TreeNode; path: readonly ElementNode[] }> {
  yield { node, path };
  for (const child of node.children ?? []) yield* walk(child, [...path, node]);
}

export function cut(node: TreeNode, depth: number): TreeNode {
  const { children, ...rest } = node;
  return depth <= 1 ? rest : { ...rest, children: (children ?? []).map((child) => cut(child, depth - 1)) };
}

/** Draws the bounds of a window's elements, so that picture and tree agree. */
export async function fakePicture(window: WindowInfo): Promise<PictureView> {
  const { width, height, x, y } = window.bounds;
  const canvas = new OffscreenCanvas(width, height);
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('This browser draws no pictures.');
  draw.fillStyle = '#f2f1ef';
  draw.fillRect(0, 0, width, height);
  for (const { node } of walk(fakeTree(window))) {
    if (!node.bounds || node.states.includes('offscreen') || node.controlType === 'Pane') continue;
    const at = { x: node.bounds.x - x, y: node.bounds.y - y };
    draw.fillStyle = node.controlType === 'Button' || node.value !== null ? '#ffffff' : '#f2f1ef';
    draw.fillRect(at.x, at.y, node.bounds.width, node.bounds.height);
    draw.strokeStyle = '#c9c6c2';
    draw.strokeRect(at.x + 0.5, at.y + 0.5, node.bounds.width - 1, node.bounds.height - 1);
    if (node.children?.length) continue;
    draw.fillStyle = '#2b2b2b';
    draw.font = '18px sans-serif';
    draw.fillText(node.value ?? node.name, at.x + 12, at.y + Math.min(node.bounds.height / 2 + 6, 30));
  }
  const png = await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer();
  return { png: new Uint8Array(png), bounds: window.bounds, scale: 1 };
}

/** The fake desktop never changes. */
export async function fakeLook(window: WindowInfo, since: number | null, waitMs: number): Promise<TreeLook> {
  const tree = fakeTree(window);
  const nodeCount = [...walk(tree)].length;
  const info = { window: window.id, nodeCount, truncated: 'depth', elapsedMs: 6, diagnosis: null } as const;
  const look = { sequence, at: Date.now(), window, info, diff: null, pictureError: null, settled: true };
  if (since === sequence) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return { ...look, at: Date.now(), tree: null, picture: null };
  }
  const { png: bytes, bounds, scale } = await fakePicture(window);
  const picture = { bytes, bounds, scale, mimeType: 'image/png', note: '' } as const;
  return { ...look, tree: cut(tree, levels), picture };
}

/** The names in a window's tree, as text recognition would find them. */
export function fakeText(window: WindowInfo): OcrResult {
  const named = [...walk(fakeTree(window))].filter(({ node }) => node.name !== '' && node.bounds !== null);
  const lines = named.map(({ node }) => {
    const bounds = node.bounds ?? window.bounds;
    return { text: node.name, bounds, words: [{ text: node.name, confidence: 96, bounds }] };
  });
  const text = lines.map((line) => line.text).join('\n');
  return { text, lines, bounds: window.bounds, language: 'eng', engine: 'tesseract.js', note: '', elapsedMs: 640 };
}
