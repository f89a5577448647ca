import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import type { HeldPicture } from '#contract/api';
import type { Size } from '#contract/model/geometry';
import { usePictureUrl } from '../../ui/hooks/use-picture-url.ts';
import styles from './held-bar.module.css';

const shown: Size = { width: 132, height: 72 };

interface TargetCropProps {
  readonly id: string;
  readonly load: (id: string) => Promise<HeldPicture | null>;
}

/** The target of a held call, in its actual size with the point in the middle; without a point, the whole window. */
export function TargetCrop({ id, load }: TargetCropProps): ReactNode {
  const [picture, setPicture] = useState<HeldPicture | null>(null);
  useEffect(() => {
    let isShown = true;
    void load(id).then((loaded) => isShown && setPicture(loaded));
    return () => {
      isShown = false;
    };
  }, [id, load]);
  const url = usePictureUrl(picture?.png ?? null);
  if (!picture || url === null) return null;
  return (
    <div className={styles.crop} style={shown} data-testid="held-picture">
      <img src={url} alt="The target as it looks now" style={placeOf(picture)} />
      {picture.at && <span className={styles.point} />}
    </div>
  );
}

function placeOf({ bounds, at }: HeldPicture): CSSProperties {
  if (!at) return { width: '100%', height: '100%', objectFit: 'contain' };
  return {
    left: shown.width / 2 - (at.x - bounds.x),
    top: shown.height / 2 - (at.y - bounds.y),
    width: bounds.width,
    height: bounds.height,
  };
}
