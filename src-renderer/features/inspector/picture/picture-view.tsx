import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { oneLine } from '#contract/foreign-text';
import type { Point, Rect } from '#contract/model/geometry';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import type { Command } from '../../../ui/command.ts';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { PictureFrame } from '../../../ui/picture/picture-frame.tsx';
import { type Placement, toPicture, toScreen } from '../../../ui/picture/zoom.ts';
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
  const zoom = useInspector((state) => state.zoom);
  const { setZoom } = useInspectorApi().getState();
  const { doubt } = useDoubt();
  return (
    <>
      <PictureFrame
        label="Picture of the window"
        size={picture.bounds}
        zoom={zoom}
        onZoom={setZoom}
        testId="picture"
        doubt={doubt ?? undefined}
      >
        {(place, visible) => (
          <Pointed picture={picture} place={place} openMenu={setMenuAt}>
            <img src={picture.url} alt={`Picture of ${title}`} decoding="sync" draggable={false} />
            <Boxes picture={picture} place={place} visible={visible} doubtful={doubt !== null && doubt !== 'past'} />
          </Pointed>
        )}
      </PictureFrame>
      {menuAt && <ElementMenu at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </>
  );
}

interface PointedProps {
  readonly picture: Picture;
  readonly place: Placement;
  readonly openMenu: (at: Point) => void;
  readonly children: ReactNode;
}

function Pointed({ picture, place, openMenu, children }: PointedProps): ReactNode {
  return (
    <div className={styles.picture} {...usePointer(picture, place, openMenu)}>
      {children}
    </div>
  );
}

function usePointer(picture: Picture, place: Placement, openMenu: (at: Point) => void) {
  const { hoverPoint, chooseAt } = useInspectorApi().getState();
  const next = useRef<Point | null>(null);
  const at = (event: PointerEvent | React.MouseEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return toScreen({ x: event.clientX - box.left, y: event.clientY - box.top }, picture.bounds, place);
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
  readonly visible: Rect;
  readonly doubtful: boolean;
}

/**
 * Solid: hovered. Dashed: selected. Numbered: matches of the tried selector. Pale where a box may not be on its
 * element.
 */
function Boxes({ picture, place, visible, doubtful }: BoxesProps): ReactNode {
  const marked = useInspector(useShallow(markedBox));
  const chosen = useInspector(useShallow(chosenBox));
  const tried = useInspector((state) => state.tried);
  const props = { picture, place, visible, doubtful };
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

function Box({ node, sure, doubtful, kind, label, labelled, picture, place, visible }: BoxProps): ReactNode {
  if (!node.bounds) return null;
  const box = toPicture(node.bounds, picture.bounds, place);
  return (
    <div
      className={styles.box}
      data-kind={kind}
      data-doubtful={doubtful || !sure || undefined}
      data-testid={`box-${kind}`}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <span className={styles.label} style={labelPlace(box, visible)} hidden={!labelled}>
        {label}
      </span>
    </div>
  );
}

const labelHeight = 20;

/**
 * Where the label of a box is, from the box: above it, or inside if there is no room above; towards the middle of the
 * visible part, and never outside it.
 */
export function labelPlace(box: Rect, visible: Rect): React.CSSProperties {
  const top = box.y - labelHeight < visible.y ? Math.max(0, visible.y - box.y) : -labelHeight;
  const isRight = box.x > visible.x + visible.width / 2;
  const cutRight = box.x + box.width - visible.x - visible.width;
  return isRight ? { top, right: Math.max(-2, cutRight) } : { top, left: Math.max(-2, visible.x - box.x) };
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
