import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { Point } from '#contract/model/geometry';
import type { Command } from '../../../ui/command.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { useElementSize } from '../../../ui/hooks/use-element-size.ts';
import { useInspector, useInspectorApi } from '../context.ts';
import { ElementMenu } from '../element/element-menu.tsx';
import { useDoubt } from '../live/doubt.ts';
import type { Picture } from '../store/state.ts';
import { Boxes } from './boxes.tsx';
import { placePicture, toScreen, type Placement } from './geometry.ts';
import styles from './picture.module.css';

/** The chosen window as it looks now, with the boxes of what is chosen and what is under the pointer. */
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
        <Boxes picture={picture} place={place} doubtful={doubt !== null} />
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
    // One look-up a frame: pointers report more often.
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
