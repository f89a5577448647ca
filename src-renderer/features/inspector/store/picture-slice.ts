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
    const node = markedNode(get());
    outline(node?.bounds ? { bounds: node.bounds, label: describeElement(node), element: node.id } : null);
  };

  /** Reads on below the pointer, so that resting on a part of the picture finds what is in it. */
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
      const closed = get().closedAt !== null;
      const hit = closed ? null : await client['element.at'](at).catch(() => null);
      // Another window may cover that pixel on the screen, though not in the picture.
      if (hit && hit.window.id === get().window?.id) await get().reveal(hit.element.id, hit.ancestors);
      else if (known) await get().reveal(known);
    },
  };
};

function markedNode({ marked, entries }: InspectorState): ElementNode | undefined {
  return marked === null ? undefined : entries.get(marked)?.node;
}

type Box = Parameters<Parameters<Slice<PictureSlice>>[0]['client']['highlight.show']>[0];

/** Draws on the desktop what the pointer rests on; nothing while it moves on. */
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
    // The outline is a help: if it cannot be drawn the picture still shows the box.
    timer = setTimeout(() => void work().catch(() => undefined), outlineRestMs);
  };
}

/**
 * The known element with the smallest box around a screen point (physical pixels); of two equal boxes the deeper one, which was
 * read later. Null if there is none.
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

/** A picture that is decoded already, so that it appears together with the boxes that belong to it. */
export async function loadPicture({
  bytes,
  bounds,
  scale,
}: Pick<TakenPicture, 'bytes' | 'bounds' | 'scale'>): Promise<Picture> {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
  // Stores run under Node too, which shows nothing.
  if ('Image' in globalThis) {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
  }
  return { url, bounds, scale };
}
