import { useEffect, useMemo } from 'react';

/** URL of a PNG while it is shown; null without one. */
export function usePictureUrl(png: Uint8Array | null): string | null {
  const url = useMemo(
    () => (png ? URL.createObjectURL(new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' })) : null),
    [png],
  );
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
    return undefined;
  }, [url]);
  return url;
}
