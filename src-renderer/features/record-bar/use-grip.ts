import { useRef, type PointerEvent } from 'react';

/** How to drag the window by an element in it: one that takes no focus is not moved by window managers. */
export function useGrip(move: (place: { readonly x: number; readonly y: number }) => void) {
  /** Where in the window it was taken. */
  const taken = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      taken.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove({ screenX, screenY }: PointerEvent) {
      const from = taken.current;
      if (from) move({ x: Math.round(screenX - from.x), y: Math.round(screenY - from.y) });
    },
    onPointerUp() {
      taken.current = null;
    },
    onLostPointerCapture() {
      taken.current = null;
    },
  };
}
