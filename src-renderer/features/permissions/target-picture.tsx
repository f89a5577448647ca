import { useEffect, type CSSProperties, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { PermissionRequest } from '#contract/api';
import { quoted } from '#contract/foreign-text';
import type { Point, Rect } from '#contract/model/geometry';
import type { PermissionsStore } from './store.ts';
import { usePictureUrl } from './use-picture-url.ts';
import styles from './permissions.module.css';

/** The window that would be worked in, with where it would be pressed and what the app calls that. */
export function TargetPicture({
  store,
  request,
}: {
  readonly store: PermissionsStore;
  readonly request: PermissionRequest;
}): ReactNode {
  const { id, windowId, named = [], places = [] } = request;
  const picture = useStore(store, (state) => state.pictures[id] ?? null);
  useEffect(() => {
    if (windowId !== null) void store.getState().loadPicture(id);
  }, [store, id, windowId]);
  const url = usePictureUrl(picture?.png ?? null);
  if (windowId === null && named.length === 0) return null;
  return (
    <figure className={styles.picture} data-testid="target-picture">
      {picture && url !== null && (
        <div className={styles.shown} style={sizeOf(picture.bounds)}>
          <img src={url} alt="The window as it looks now" />
          {places
            .filter((place) => contains(picture.bounds, place))
            .map((place) => (
              <span
                key={`${place.x} ${place.y}`}
                data-testid="place"
                className={styles.place}
                style={placeIn(picture.bounds, place)}
              />
            ))}
        </div>
      )}
      <figcaption>
        {named.length === 0
          ? 'The app gives this element no name.'
          : `The app calls it ${named.map((name) => quoted(name, 60)).join(', ')}.`}
      </figcaption>
    </figure>
  );
}

/** As large as fits beside its names. */
function sizeOf({ width, height }: Rect): CSSProperties {
  const scale = Math.min(1, 260 / width, 130 / height);
  return { width: width * scale, height: height * scale };
}

function contains({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

function placeIn({ x, y, width, height }: Rect, point: Point): CSSProperties {
  return { left: `${((point.x - x) / width) * 100}%`, top: `${((point.y - y) / height) * 100}%` };
}
