import type { ReactNode } from 'react';
import { heldInWords, lossInWords, type SelectorSurvival, type Survival } from '#contract/model/survival';
import styles from './selector.module.css';

/** So many are told where there is little room. */
const told = 3;

/** In how many kept trees a selector finds its element, as `4/5`; nothing where no tree can tell. */
export function Held({ one }: { readonly one: SelectorSurvival | null }): ReactNode {
  if (!one || one.of === 0) return null;
  const lines = [heldInWords(one), ...one.losses.slice(0, told).map(lossInWords)];
  return (
    <span className={styles.held} data-lost={one.held < one.of || undefined} data-tip={lines.join('\n')}>
      <span aria-hidden>
        {one.held}/{one.of}
      </span>
      <span className="visually-hidden">{heldInWords(one)}</span>
    </span>
  );
}

/** The same in sentences, with where it is lost and why. */
export function HeldInWords({ one }: { readonly one: SelectorSurvival | null }): ReactNode {
  if (!one || one.of === 0) return null;
  return (
    <>
      <p className={styles.note}>{heldInWords(one)}</p>
      {one.losses.length > 0 && (
        <ul className={styles.losses} aria-label="Lost in">
          {one.losses.map((loss) => (
            <li key={`${loss.run} ${loss.call}`}>{lossInWords(loss)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Says where kept trees come from, where there is none yet. */
export function NoTrees({ survival }: { readonly survival: Survival | null }): ReactNode {
  if (survival?.runs !== 0) return null;
  return (
    <p className={styles.note}>
      Whether they hold is told once a run has kept trees of this window: each replay keeps some, and so does what an
      agent does.
    </p>
  );
}
