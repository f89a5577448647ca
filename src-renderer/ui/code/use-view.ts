import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { EditorView } from './editor.ts';

/** Makes a view in an element, as soon as the editor is loaded, and ends it with the element. */
export function useView<V extends EditorView>(
  host: RefObject<HTMLElement | null>,
  make: (host: HTMLElement) => Promise<V>,
  key: string,
): V | null {
  const [view, setView] = useState<V | null>(null);
  const load = useEffectEvent(make);
  useEffect(() => {
    let made: V | null = null;
    let gone = false;
    const place = host.current;
    if (place === null) return;
    void load(place).then((loaded) => {
      if (gone) {
        loaded.dispose();
        return;
      }
      made = loaded;
      setView(loaded);
    });
    return () => {
      gone = true;
      made?.dispose();
      setView(null);
    };
  }, [host, key]);
  return view;
}
