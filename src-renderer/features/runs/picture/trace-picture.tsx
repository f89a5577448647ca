import { useEffect, useState, type ReactNode } from 'react';
import type { Rect, Size } from '#contract/model/geometry';
import type { TracedPicture } from '#contract/model/runs/trace';
import { EmptyState } from '../../../ui/state/state.tsx';
import { PictureFrame } from '../../../ui/picture/picture-frame.tsx';
import { toPicture } from '../../../ui/picture/zoom.ts';
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

/** A picture of a trace, with boxes if its bounds are known. */
export function TracePicture(props: TracePictureProps): ReactNode {
  const { run, boxes, alt, testId } = props;
  const { blob, bounds } = props.picture;
  const url = useRuns((state) => state.pictures.get(blob));
  const zoom = useRuns((state) => state.zoom);
  const [pixels, setPixels] = useState<Size | null>(null);
  const { needPicture, setZoom } = useRunsApi().getState();
  useEffect(() => void needPicture(blob, run), [needPicture, blob, run]);
  const marked = bounds && (pixels === null || isOf(pixels, bounds)) ? bounds : null;
  if (url === null) return <EmptyState icon="warning" title="The picture is missing from the trace" />;
  return (
    <PictureFrame label={alt} size={bounds ?? pixels ?? unknown} zoom={zoom} onZoom={setZoom} testId={testId}>
      {(place) => (
        <>
          {url && (
            <img
              src={url}
              alt={alt}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setPixels({ width, height })
              }
            />
          )}
          {marked &&
            boxes.map((box, index) => (
              <Box key={index} box={toPicture(box, marked, place)} number={boxes.length > 1 ? index + 1 : null} />
            ))}
        </>
      )}
    </PictureFrame>
  );
}

/** Until a picture without bounds is loaded. */
const unknown: Size = { width: 640, height: 480 };

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

/** Whether a picture of that many pixels can show that rectangle, at some scale. */
function isOf(picture: Size, bounds: Size): boolean {
  const [across, down] = [picture.width / bounds.width, picture.height / bounds.height];
  return Math.abs(across / down - 1) < 0.02;
}
