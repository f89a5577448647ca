import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { Point, Rect, Size } from '#contract/model/geometry';
import { Button, IconButton } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { useElementSize } from '../hooks/use-element-size.ts';
import { isCut, pan, placePicture, type Placement, visiblePart, type Zoom, zoomTo } from './zoom.ts';
import styles from './picture-frame.module.css';

interface PictureFrameProps {
  /** Accessible name of the frame. */
  readonly label: string;
  /** Of the picture, in its pixels; null while unknown. */
  readonly size: Size | null;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  /** The picture and its marks; `visible` is the part in the frame, in CSS pixels from the picture's top left. */
  readonly children: (place: Placement, visible: Rect) => ReactNode;
  readonly testId: string;
  readonly doubt?: string | undefined;
}

/** Wheel distance in pixels for a factor of two. */
const wheelDouble = 240;
const keyFactor = 1.25;
/** Distance in CSS pixels by which an arrow key moves the picture. */
const keyPan = 60;
/** Distance in CSS pixels from which a press is a drag and no click. */
const dragFrom = 4;

/**
 * A frame whose picture zooms up to 400 %, by the wheel around the pointer, by `+`, `-`, `0` (fit) and `1` (100 %); a drag
 * or the arrow keys move it.
 */
export function PictureFrame(props: PictureFrameProps): ReactNode {
  const { label, size, zoom, onZoom, children, testId, doubt } = props;
  const frame = useRef<HTMLDivElement>(null);
  const room = useElementSize(frame);
  const place = size && placePicture(size, room, zoom);
  const cut = place !== null && isCut(place, room);
  const zoomBy = (factor: number, at = middle(room)) => place && onZoom(zoomTo(place.factor * factor, at, place, room));
  useWheel(frame, zoomBy);
  const drag = useDrag(cut, (by) => place && onZoom(pan(by, place, room)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = arrows[event.key];
    if (arrow) onZoom(pan({ x: arrow.x * keyPan, y: arrow.y * keyPan }, place, room));
    else if (event.key === '+' || event.key === '=') zoomBy(keyFactor);
    else if (event.key === '-') zoomBy(1 / keyFactor);
    else if (event.key === '0') onZoom('fit');
    else if (event.key === '1') zoomBy(1 / place.factor);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.around}>
      <div
        ref={frame}
        role="group"
        aria-label={label}
        tabIndex={0}
        className={classNames(styles.frame, cut && styles.cut)}
        data-testid={testId}
        data-doubt={doubt}
        onKeyDown={onKeyDown}
        {...drag}
      >
        {place && room.width > 0 && (
          <div
            className={styles.picture}
            data-pixels={place.factor >= 3 || undefined}
            style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
          >
            {children(place, visiblePart(place, room))}
          </div>
        )}
      </div>
      {place && <Tools factor={place.factor} fitted={zoom === 'fit'} zoomBy={zoomBy} fit={() => onZoom('fit')} />}
    </div>
  );
}

interface ToolsProps {
  readonly factor: number;
  readonly fitted: boolean;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
}

function Tools({ factor, fitted, zoomBy, fit }: ToolsProps): ReactNode {
  return (
    <div role="group" aria-label="Zoom" className={styles.tools}>
      <IconButton icon="zoom-out" label="Zoom out" onClick={() => zoomBy(1 / keyFactor)} />
      <Button variant="ghost" className={styles.factor} data-tip="Show at 100 %" onClick={() => zoomBy(1 / factor)}>
        {Math.round(factor * 100)} %
      </Button>
      <IconButton icon="zoom-in" label="Zoom in" onClick={() => zoomBy(keyFactor)} />
      <IconButton icon="screen-full" label="Fit" aria-pressed={fitted} onClick={fit} />
    </div>
  );
}

const arrows: Readonly<Partial<Record<string, Point>>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

function middle({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 };
}

function useWheel(frame: React.RefObject<HTMLElement | null>, zoomBy: (factor: number, at: Point) => void): void {
  const latest = useRef(zoomBy);
  useEffect(() => {
    latest.current = zoomBy;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      latest.current(2 ** (-event.deltaY / wheelDouble), { x: event.clientX - left, y: event.clientY - top });
    };
    // React's listeners are passive, and Ctrl with the wheel must not zoom the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame]);
}

/** Moves what is cut off by the frame; the click that ends a drag has no other effect. */
function useDrag(cut: boolean, move: (by: Point) => void) {
  const from = useRef<(Point & { readonly pointer: number }) | null>(null);
  const dragged = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      dragged.current = false;
      if (cut && (event.button === 0 || event.button === 1))
        from.current = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    },
    onPointerMoveCapture(event: PointerEvent) {
      const start = from.current;
      if (start?.pointer !== event.pointerId) return;
      const by = { x: event.clientX - start.x, y: event.clientY - start.y };
      if (!dragged.current && Math.hypot(by.x, by.y) < dragFrom) return;
      dragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.stopPropagation();
      from.current = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      move(by);
    },
    onPointerUp() {
      from.current = null;
    },
    onPointerCancel() {
      from.current = null;
    },
    onClickCapture(event: React.MouseEvent) {
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
  };
}
