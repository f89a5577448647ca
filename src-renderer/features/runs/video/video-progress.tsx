import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import styles from './video.module.css';

/** How far the export of a video is, with its end. */
export function VideoProgress(): ReactNode {
  const video = useRuns((state) => state.video);
  const { cancelVideo } = useRunsApi().getState();
  if (video === null) return null;
  return (
    <div className={styles.bar} data-testid="video-progress">
      <span id="video-progress">Encoding the video</span>
      <progress aria-labelledby="video-progress" className={styles.progress} value={video} max={1} />
      <Button onClick={cancelVideo}>Cancel</Button>
    </div>
  );
}
