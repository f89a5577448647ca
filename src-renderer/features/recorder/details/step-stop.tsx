import { useEffect, useState, type ReactNode } from 'react';
import type { StepResult, StopPicture } from '#contract/api';
import { intersect, type Rect } from '#contract/model/geometry';
import { nearElements } from '#contract/model/elements/tried-selector';
import type { Step } from '#contract/model/recordings/recording';
import { Button } from '../../../ui/button/button.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useRecorderApi } from '../context.ts';
import { StepPicture } from '../steps/step-row.tsx';
import styles from './details.module.css';

interface StepStopProps {
  readonly step: Step;
  readonly result: StepResult;
}

/** Where a replay stopped, or differed from the recording: the look then and now, and near misses. */
export function StepStop({ step, result }: StepStopProps): ReactNode {
  const picture = useStopPicture(step.id, result.call);
  const near = nearElements(result.error?.data);
  return (
    <Section title={result.status === 'healed' ? 'Found by another selector' : 'Where it stopped'}>
      <div className={styles.looks}>
        {step.target?.picture && (
          <Look title="As recorded">
            <StepPicture target={step.target} />
          </Look>
        )}
        {picture && (
          <Look title={result.status === 'healed' ? 'As found now' : 'At the stop'}>
            <Shown picture={picture} part={partOf(result, picture)} boxes={near.map(({ bounds }) => bounds)} />
          </Look>
        )}
      </div>
      {near.length > 0 && <NearMisses step={step} near={near} />}
    </Section>
  );
}

function Look({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.look}>
      <span className={styles.label}>{title}</span>
      {children}
    </div>
  );
}

function NearMisses({
  step,
  near,
}: {
  readonly step: Step;
  readonly near: ReturnType<typeof nearElements>;
}): ReactNode {
  const { retarget } = useRecorderApi().getState();
  return (
    <ol className={styles.near} aria-label="Nearest elements">
      {near.map(({ id, element, why }) => (
        <li key={id} className={styles.miss}>
          <span>
            {element} <span className={styles.label}>{why}</span>
          </span>
          <Button
            aria-label={`Use ${element}`}
            data-tip="Has the step act on this one"
            onClick={() => void retarget(step.id, id)}
          >
            Use this
          </Button>
        </li>
      ))}
    </ol>
  );
}

interface ShownProps {
  readonly picture: StopPicture & { readonly url: string };
  /** The visible part; null for all. */
  readonly part: Rect | null;
  readonly boxes: readonly (Rect | null)[];
}

/** A picture with numbered boxes. */
function Shown({ picture, part, boxes }: ShownProps): ReactNode {
  const { url, bounds } = picture;
  if (part && bounds) {
    const style = { objectViewBox: viewBox(part, bounds), aspectRatio: `${part.width} / ${part.height}` };
    return <img src={url} alt="The element that was found" className={styles.found} style={style} />;
  }
  return (
    <div className={styles.stop}>
      <img src={url} alt="The window when the replay stopped" />
      {bounds &&
        boxes.map((box, index) => {
          const seen = box && intersect(box, bounds);
          return (
            seen && <span key={index} className={styles.box} style={inPercent(seen, bounds)} data-number={index + 1} />
          );
        })}
    </div>
  );
}

/** Margin shown around the element, in screen pixels. */
const rim = 24;

function partOf({ bounds }: StepResult, { bounds: whole }: StopPicture): Rect | null {
  if (!bounds || !whole) return null;
  const { x, y, width, height } = bounds;
  return intersect({ x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim }, whole);
}

function viewBox(part: Rect, whole: Rect): string {
  const { left, top, width, height } = inPercent(part, whole);
  const right = 100 - parseFloat(left) - parseFloat(width);
  return `inset(${top} ${right}% ${100 - parseFloat(top) - parseFloat(height)}% ${left})`;
}

function inPercent(part: Rect, whole: Rect) {
  return {
    left: `${((part.x - whole.x) / whole.width) * 100}%`,
    top: `${((part.y - whole.y) / whole.height) * 100}%`,
    width: `${(part.width / whole.width) * 100}%`,
    height: `${(part.height / whole.height) * 100}%`,
  };
}

/** The picture of the step's call; null until available. */
function useStopPicture(step: string, call: number | undefined): ShownProps['picture'] | null {
  const { stopPicture } = useRecorderApi().getState();
  const [shown, setShown] = useState<ShownProps['picture'] | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let ended = false;
    const load = async () => {
      const picture = call === undefined ? null : await stopPicture(step).catch(() => null);
      if (ended || !picture) return;
      url = URL.createObjectURL(new Blob([picture.bytes as Uint8Array<ArrayBuffer>], { type: picture.mimeType }));
      setShown({ ...picture, url });
    };
    void load();
    return () => {
      ended = true;
      setShown(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [step, call, stopPicture]);
  return shown;
}
