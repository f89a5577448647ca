import { useEffect, useState, type RefObject } from 'react';
import type { AxisItem } from './items.ts';
import { showing, timeAt, zoomed, type Span } from './scale.ts';

const keyFactor = 1.5;
/** Pixels of the wheel that double what is seen. */
const wheelDouble = 240;

/**
 * The stretch of time in sight: the whole run until someone zooms, by the wheel or by `+`, `-` and `0`. What is chosen comes
 * into sight.
 */
export function useSpan(frame: RefObject<HTMLElement | null>, whole: Span, item: AxisItem | null) {
  const [wanted, setWanted] = useState<Span | null>(null);
  const span = wanted === null ? whole : clamped(wanted, whole);
  const at = item?.from;

  const [seen, setSeen] = useState(at);
  // It comes into sight once; then the user may look elsewhere.
  if (seen !== at) {
    setSeen(at);
    if (wanted !== null && at !== undefined) setWanted(showing(wanted, whole, at));
  }

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const length = span.to - span.from;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = ((event.deltaX || event.deltaY) / width) * length;
        setWanted(clamped({ from: span.from + by, to: span.to + by }, whole));
      } else {
        const around = timeAt(event.clientX - left, span, width);
        setWanted(fitted(zoomed(span, whole, 2 ** (-event.deltaY / wheelDouble), around), whole));
      }
    };
    // React listens passively, and the page must not scroll.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, span, whole]);

  /** True for a key that zooms. */
  const zoom = (key: string): boolean => {
    const around = at !== undefined && at >= span.from && at <= span.to ? at : (span.from + span.to) / 2;
    if (key === '0') setWanted(null);
    else if (key === '+' || key === '-')
      setWanted(fitted(zoomed(span, whole, key === '+' ? keyFactor : 1 / keyFactor, around), whole));
    else return false;
    return true;
  };
  return { span, zoom };
}

/** Null stands for the whole, which grows while the run is live. */
function fitted(span: Span, whole: Span): Span | null {
  return span.to - span.from >= whole.to - whole.from ? null : span;
}

function clamped(span: Span, whole: Span): Span {
  const length = Math.min(span.to - span.from, whole.to - whole.from);
  const from = Math.min(Math.max(span.from, whole.from), whole.to - length);
  return { from, to: from + length };
}
