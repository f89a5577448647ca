import { describeElement, type ElementId, type ElementNode } from '#contract/model/elements/element';
import { type Point, area, contains } from '#contract/model/geometry';
import type { Picture as TakenPicture } from '#contract/model/picture';
import type { InspectorState, PictureSlice, Slice, Picture } from './state.ts';
import type { Entries } from './entries.ts';

const outlineRestMs = 60;
const drillRestMs = 120;

export const pictureSlice: Slice<PictureSlice> = (services) => (set, get) => {
  const { client } = services;
  const outline = createOutline(services, () => get().outline);
  let drill: ReturnType<typeof setTimeout> | undefined;

  const mark = (marked: ElementId | null, markedFrom: 'tree' | 'picture') => {
    if (marked === get().marked) return;
    set({ marked, markedFrom });
    outlineMarked();
  };

  const outlineMarked = () => {
    // An earlier state is not on the desktop.
    const node = get().past === null ? markedNode(get()) : undefined;
    outline(node?.bounds ? { bounds: node.bounds, label: describeElement(node), element: node.id } : null);
  };

  /** Reads the tree further below the pointer, so that hovering a part of the picture finds its element. */
  const drillAt = async (at: Point): Promise<void> => {
    const found = smallestAt(get().entries, at);
    if (found === null || get().entries.get(found)?.children !== null) return;
    await get().loadChildren(found);
    if (get().markedFrom === 'picture' && get().marked === found) get().hoverPoint(at);
  };

  return {
    picture: null,
    pictureError: null,
    zoom: 'fit',
    marked: null,
    markedFrom: null,

    async pictureAlone() {
      const window = get().window?.id;
      if (window === undefined) return;
      try {
        const { png: bytes, ...place } = await client['picture.capture']({ kind: 'window', window });
        const picture = await loadPicture({ bytes, ...place });
        if (get().window?.id === window && get().root === null) set({ picture, pictureError: null });
      } catch (error) {
        if (get().window?.id === window) set({ pictureError: error });
      }
    },

    outlineBox: outline,
    setZoom: (zoom) => set({ zoom }),
    hoverRow: (element) => mark(element, 'tree'),

    followMarked(before) {
      if (markedNode(get()) !== markedNode(before)) outlineMarked();
    },

    hoverPoint(at) {
      clearTimeout(drill);
      mark(at && smallestAt(get().entries, at), 'picture');
      if (at) drill = setTimeout(() => void drillAt(at), drillRestMs);
    },

    async chooseAt(at) {
      const known = smallestAt(get().entries, at);
      const isPast = get().closedAt !== null || get().past !== null;
      const hit = isPast ? null : await client['element.at'](at).catch(() => null);
      // On the screen another window may cover that pixel, though not in the picture.
      if (hit && hit.window.id === get().window?.id) await get().reveal(hit.element.id, hit.ancestors);
      else if (known) await get().reveal(known);
    },
  };
};

function markedNode({ marked, entries }: InspectorState): ElementNode | undefined {
  return marked === null ? undefined : entries.get(marked)?.node;
}

type Box = Parameters<Parameters<Slice<PictureSlice>>[0]['client']['highlight.show']>[0];

/** Outlines the hovered element on the desktop; hides the outline while the pointer moves. */
function createOutline(
  { client }: Parameters<Slice<PictureSlice>>[0],
  enabled: () => boolean,
): (box: Box | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = false;
  const hide = async () => {
    if (!shown) return;
    shown = false;
    await client['highlight.hide']({});
  };
  const show = async (box: Box) => {
    shown = true;
    await client['highlight.show'](box);
  };
  return (box) => {
    clearTimeout(timer);
    const work = () => (box && enabled() ? show(box) : hide());
    // The outline is optional: without it the picture still shows the box.
    timer = setTimeout(() => void work().catch(() => undefined), outlineRestMs);
  };
}

/**
 * The known element with the smallest box around a screen point (physical pixels); of two equal boxes the deeper one, which was
 * read later. Null if none.
 */
export function smallestAt(entries: Entries, at: Point): ElementId | null {
  let best: ElementId | null = null;
  let size = Infinity;
  for (const { node } of entries.values()) {
    if (!node.bounds || node.states.includes('offscreen') || !contains(node.bounds, at)) continue;
    const own = area(node.bounds);
    if (own > size) continue;
    best = node.id;
    size = own;
  }
  return best;
}

/** A decoded picture, so that it appears together with its boxes. */
export async function loadPicture({
  bytes,
  bounds,
  scale,
}: Pick<TakenPicture, 'bytes' | 'bounds' | 'scale'>): Promise<Picture> {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
  // Stores also run under Node, which shows nothing.
  if ('Image' in globalThis) {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
  }
  return { url, bounds, scale };
}
