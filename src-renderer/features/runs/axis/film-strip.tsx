import { useEffect, useMemo, type ReactNode } from 'react';
import { useRuns, useRunsApi } from '../context.ts';
import { frameWidth, picturesOf, strip } from './frames.ts';
import type { Span } from './scale.ts';
import styles from './axis.module.css';

/** What there was to see, along the axis: as many pictures as there is room for. */
export function FilmStrip({ span, width }: { readonly span: Span; readonly width: number }): ReactNode {
  const steps = useRuns((state) => state.steps);
  const calls = useRuns((state) => state.calls);
  const pictures = useMemo(() => picturesOf(steps, calls), [steps, calls]);
  if (pictures.length === 0) return null;
  return (
    <div className={styles.strip} aria-hidden="true" data-testid="film-strip">
      {strip(pictures, span, width).map((frame, place) => (
        <div key={place} className={styles.place} style={{ width: Math.min(frameWidth, width - place * frameWidth) }}>
          {frame && <Picture blob={frame.blob} />}
        </div>
      ))}
    </div>
  );
}

function Picture({ blob }: { readonly blob: string }): ReactNode {
  const url = useRuns((state) => state.pictures.get(blob));
  const { needPicture } = useRunsApi().getState();
  useEffect(() => void needPicture(blob), [needPicture, blob]);
  return url ? <img src={url} alt="" className={styles.image} draggable={false} /> : null;
}
