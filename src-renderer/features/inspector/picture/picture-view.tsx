import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { oneLine } from '#contract/foreign-text';
import type { Point, Rect } from '#contract/model/geometry';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import type { Command } from '../../../ui/command.ts';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { useElementSize } from '../../../ui/hooks/use-element-size.ts';
import { useInspector, useInspectorApi } from '../context.ts';
import { ElementMenu } from '../element/element-menu.tsx';
import { useDoubt } from '../live/live.ts';
import type { Picture, InspectorState } from '../store/state.ts';
import type { Seen } from '../store/entries.ts';
import styles from './picture.module.css';

/** The inspected window as it looks now, with the boxes of the selected and the hovered element. */
export function PictureView({ menu }: { readonly menu: readonly Command[] }): ReactNode {
  const window = useInspector((state) => state.window);
  const picture = useInspector((state) => state.picture);
  const error = useInspector((state) => state.pictureError);
  const store = useInspectorApi();
  if (window === null) return null;
  if (picture) return <PlacedPicture picture={picture} title={oneLine(window.title)} menu={menu} />;
  if (window.state === 'minimized') return <Minimised />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void store.getState().refresh()} />;
  return <Loading what="Taking a picture" />;
}

interface PlacedPictureProps {
  readonly picture: Picture;
  readonly title: string;
  readonly menu: readonly Command[];
}

function PlacedPicture({ picture, title, menu }: PlacedPictureProps): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const zoom = useInspector((state) => state.zoom);
  const place = placePicture(picture, size, zoom);
  const { doubt } = useDoubt();
  const handlers = usePointer(picture, place, setMenuAt);
  return (
    <div ref={frame} className={styles.frame} data-testid="picture" data-doubt={doubt ?? undefined}>
      <div
        className={styles.picture}
        style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        {...handlers}
      >
        <img src={picture.url} alt={`Picture of ${title}`} className={styles.image} decoding="sync" draggable={false} />
        <Boxes picture={picture} place={place} doubtful={doubt !== null && doubt !== 'past'} />
      </div>
      {menuAt && <ElementMenu at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </div>
  );
}

function usePointer(picture: Picture, place: Placement, openMenu: (at: Point) => void) {
  const { hoverPoint, chooseAt } = useInspectorApi().getState();
  const next = useRef<Point | null>(null);
  const at = (event: PointerEvent | React.MouseEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return toScreen(event.clientX - box.left, event.clientY - box.top, picture, place);
  };
  return {
    // One lookup per frame: pointers report more often.
    onPointerMove(event: PointerEvent) {
      if (next.current === null)
        requestAnimationFrame(() => {
          if (next.current) hoverPoint(next.current);
          next.current = null;
        });
      next.current = at(event);
    },
    onPointerLeave() {
      next.current = null;
      hoverPoint(null);
    },
    onClick: (event: React.MouseEvent) => void chooseAt(at(event)),
    onContextMenu(event: React.MouseEvent) {
      event.preventDefault();
      void chooseAt(at(event));
      openMenu({ x: event.clientX, y: event.clientY });
    },
  };
}

function Minimised(): ReactNode {
  return (
    <EmptyState icon="chrome-minimize" title="The window is minimised">
      Restore it to see its picture. Its tree is still available.
    </EmptyState>
  );
}

interface BoxesProps {
  readonly picture: Picture;
  readonly place: Placement;
  readonly doubtful: boolean;
}

/**
 * Solid: hovered. Dashed: selected. Numbered: matches of the tried selector. Pale where a box may not be on its
 * element.
 */
function Boxes({ picture, place, doubtful }: BoxesProps): ReactNode {
  const marked = useInspector(useShallow(markedBox));
  const chosen = useInspector(useShallow(chosenBox));
  const tried = useInspector((state) => state.tried);
  const props = { picture, place, doubtful };
  return (
    <div aria-hidden="true" className={styles.boxes}>
      {tried.map((node, index) => (
        <Box key={node.id} node={node} sure {...props} kind="tried" label={String(index + 1)} labelled />
      ))}
      {chosen && chosen.node.id !== marked?.node.id && (
        <Box {...chosen} {...props} kind="chosen" label={describeElement(chosen.node)} labelled={!marked} />
      )}
      {marked && <Box {...marked} {...props} kind="marked" label={describeElement(marked.node)} labelled />}
    </div>
  );
}

interface BoxProps extends BoxesProps, Boxed {
  readonly kind: 'chosen' | 'marked' | 'tried';
  readonly label: string;
  /** Only one box has a label: labels of close boxes would cover each other. */
  readonly labelled: boolean;
}

function Box({ node, sure, doubtful, kind, label, labelled, picture, place }: BoxProps): ReactNode {
  if (!node.bounds) return null;
  const { x, y, width, height } = toPicture(node.bounds, picture, place);
  // Above the box, or inside it if the picture has no room above; to the left if it has none at the right.
  const top = y < 20 ? 0 : -20;
  const side = x > place.width / 2 ? { right: -2 } : { left: -2 };
  return (
    <div
      className={styles.box}
      data-kind={kind}
      data-doubtful={doubtful || !sure || undefined}
      data-testid={`box-${kind}`}
      style={{ left: x, top: y, width, height }}
    >
      <span className={styles.label} style={{ top, ...side }} hidden={!labelled}>
        {label}
      </span>
    </div>
  );
}

/** An element with its box in the picture, and whether this picture is known to show it there. */
interface Boxed {
  readonly node: ElementNode;
  readonly sure: boolean;
}

/** The selected element. From its details where no look reports it: beyond the tree, and while it is searched for. */
export function chosenBox(state: InspectorState): Boxed | null {
  const { selected, entries, details, detailsSeen, goneAt, past } = state;
  if (selected === null || (goneAt !== null && past === null)) return null;
  const entry = entries.get(selected);
  if (entry?.seen === null) return { node: entry.node, sure: true };
  if (details?.id === selected) return { node: details, sure: isOfPicture(detailsSeen, state) };
  return entry ? { node: entry.node, sure: isOfPicture(entry.seen, state) } : null;
}

/** The hovered element. */
export function markedBox(state: InspectorState): Boxed | null {
  const entry = state.marked === null ? undefined : state.entries.get(state.marked);
  return entry ? { node: entry.node, sure: entry.seen === null || isOfPicture(entry.seen, state) } : null;
}

/** The window looked like the picture from before the request until after the answer. */
function isOfPicture(seen: Seen | null, { sequence, trueAt }: InspectorState): boolean {
  return seen !== null && trueAt !== null && seen.since === sequence && trueAt >= seen.at;
}

/** Placement of a picture in its frame. `factor` is CSS pixels per screen pixel. */
interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

const margin = 24;

/**
 * Scaled down to fit and centred, never enlarged; or one CSS pixel per screen pixel, from the top left where
 * it is larger than the frame.
 */
export function placePicture(
  picture: Picture,
  frame: { width: number; height: number },
  zoom: 'fit' | 'full',
): Placement {
  const { width, height } = picture.bounds;
  const fitting = Math.min((frame.width - 2 * margin) / width, (frame.height - 2 * margin) / height, 1);
  const factor = zoom === 'full' ? 1 : Math.max(0.05, fitting);
  const size = { width: width * factor, height: height * factor };
  return {
    ...size,
    factor,
    left: Math.max(margin, (frame.width - size.width) / 2),
    top: Math.max(margin, (frame.height - size.height) / 2),
  };
}

/** A screen rectangle inside the placed picture, in CSS pixels from the picture's top left. */
export function toPicture(bounds: Rect, picture: Picture, { factor }: Placement): Rect {
  return {
    x: (bounds.x - picture.bounds.x) * factor,
    y: (bounds.y - picture.bounds.y) * factor,
    width: bounds.width * factor,
    height: bounds.height * factor,
  };
}

/** The screen pixel below a point of the picture. */
export function toScreen(x: number, y: number, picture: Picture, { factor }: Placement): Point {
  return { x: Math.floor(picture.bounds.x + x / factor), y: Math.floor(picture.bounds.y + y / factor) };
}
