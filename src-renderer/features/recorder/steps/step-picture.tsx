import type { ReactNode } from 'react';
import { describeElement, type ControlType } from '#contract/model/elements/element';
import type { StepTarget } from '#contract/model/recordings/recording';
import styles from './steps.module.css';

/** Their text stands in the middle; that of others begins at the left. */
const centred: readonly ControlType[] = ['Button', 'SplitButton', 'TabItem', 'HeaderItem', 'Menu'];

/** What the step acts on, as it looked: as much as a row has room for. Its sentence beside it says it in words. */
export function RowPicture({ target }: { readonly target: StepTarget | null }): ReactNode {
  if (!target?.picture) return <span className={styles.crop} />;
  const align = centred.includes(target.controlType) ? 'center' : 'left';
  return (
    <span className={styles.crop} data-testid="row-picture">
      <img src={urlOf(target.picture)} alt="" draggable={false} data-align={align} />
    </span>
  );
}

/** The same in its own size. */
export function StepPicture({ target }: { readonly target: StepTarget | null }): ReactNode {
  if (!target?.picture) return null;
  return (
    <figure className={styles.recorded}>
      <img src={urlOf(target.picture)} alt={`${describeElement(target)} as it was recorded`} />
    </figure>
  );
}

function urlOf(picture: string): string {
  return `data:image/webp;base64,${picture}`;
}
