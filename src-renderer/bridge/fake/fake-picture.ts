import type { PictureView } from '#contract/api';
import type { WindowInfo } from '#contract/model/windows/window';
import { fakeTree, walk } from './fake-desktop.ts';

/** Draws the boxes of a window's tree, so that picture and tree agree. */
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
