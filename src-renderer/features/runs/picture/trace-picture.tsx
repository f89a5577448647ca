import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Rect } from '#contract/model/geometry';
import type { TracedPicture } from '#contract/model/runs/trace';
import { EmptyState } from '../../../ui/state/state.tsx';
import { useElementSize } from '../../../ui/hooks/use-element-size.ts';
import { useRuns, useRunsApi } from '../context.ts';
import styles from './picture.module.css';

interface TracePictureProps {
  readonly picture: Pick<TracedPicture, 'blob' | 'bounds'>;
  /** Its run, if not the open one. */
  readonly run?: string;
  /** Marked bounds, in screen pixels. */
  readonly boxes: readonly Rect[];
  readonly alt: string;
  readonly testId: string;
}

/** A picture of a trace scaled to fit, with boxes if its bounds are known. */
export function TracePicture(props: TracePictureProps): ReactNode {
  const { run, boxes, alt, testId } = props;
  const { blob, bounds } = props.picture;
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const url = useRuns((state) => state.pictures.get(blob));
  const [pixels, setPixels] = useState<{ width: number; height: number } | null>(null);
  const { needPicture } = useRunsApi().getState();
  useEffect(() => void needPicture(blob, run), [needPicture, blob, run]);
  const shown = bounds ?? pixels;
  const place = shown && fit(shown, size);
  const marked = bounds && place && (pixels === null || isOf(pixels, bounds));
  return (
    <div ref={frame} className={styles.frame} data-testid={testId}>
      {url === null && <EmptyState icon="warning" title="The picture is missing from the trace" />}
      {url && (
        <div className={styles.picture} style={place ? { width: place.width, height: place.height } : undefined}>
          <img
            src={url}
            alt={alt}
            className={styles.image}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPixels({ width, height })}
          />
          {marked &&
            boxes.map((box, index) => (
              <Box
                key={index}
                box={inPicture(box, bounds, place.factor)}
                number={boxes.length > 1 ? index + 1 : null}
              />
            ))}
        </div>
      )}
    </div>
  );
}

interface BoxProps {
  readonly box: Rect;
  /** Their order of use, if several. */
  readonly number: number | null;
}

function Box({ box: { x, y, width, height }, number }: BoxProps): ReactNode {
  return (
    <div aria-hidden="true" className={styles.box} data-testid="target-box" style={{ left: x, top: y, width, height }}>
      {number !== null && <span className={styles.order}>{number}</span>}
    </div>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = 16;

/** Size of a picture in its frame, never enlarged; `factor` is CSS pixels per screen pixel. */
function fit({ width, height }: Size, frame: Size): Size & { readonly factor: number } {
  const room = { width: frame.width - 2 * margin, height: frame.height - 2 * margin };
  const factor = Math.max(0.05, Math.min(room.width / width, room.height / height, 1));
  return { width: width * factor, height: height * factor, factor };
}

/** A screen rectangle in CSS pixels from the top left of the picture that shows `bounds`. */
function inPicture(rect: Rect, bounds: Rect, factor: number): Rect {
  return {
    x: (rect.x - bounds.x) * factor,
    y: (rect.y - bounds.y) * factor,
    width: rect.width * factor,
    height: rect.height * factor,
  };
}

/** Whether a picture of that many pixels can show that rectangle, at some scale. */
function isOf(picture: Size, bounds: Size): boolean {
  const [across, down] = [picture.width / bounds.width, picture.height / bounds.height];
  return Math.abs(across / down - 1) < 0.02;
}
