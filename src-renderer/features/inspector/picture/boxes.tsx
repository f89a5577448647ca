import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { describeElement } from '#contract/model/elements/element';
import { useInspector } from '../context.ts';
import { chosenBox, markedBox, type Boxed } from '../store/picture/boxed.ts';
import type { Picture } from '../store/state.ts';
import { toPicture, type Placement } from './geometry.ts';
import styles from './picture.module.css';

interface BoxesProps {
  readonly picture: Picture;
  readonly place: Placement;
  readonly doubtful: boolean;
}

/** Solid: under the pointer. Dashed: chosen. Numbered: what the selector that is tried matches. Pale where they may not lie on what they name. */
export function Boxes({ picture, place, doubtful }: BoxesProps): ReactNode {
  const marked = useInspector(useShallow(markedBox));
  const chosen = useInspector(useShallow(chosenBox));
  const tried = useInspector((state) => state.tried);
  const props = { picture, place, doubtful };
  return (
    <div aria-hidden="true" className={styles.boxes}>
      {tried.map((node, index) => (
        <Box key={node.id} node={node} sure {...props} kind="tried" label={String(index + 1)} labelled />
      ))}
      {chosen && chosen.node.id !== marked?.node.id && (
        <Box {...chosen} {...props} kind="chosen" label={describeElement(chosen.node)} labelled={!marked} />
      )}
      {marked && <Box {...marked} {...props} kind="marked" label={describeElement(marked.node)} labelled />}
    </div>
  );
}

interface BoxProps extends BoxesProps, Boxed {
  readonly kind: 'chosen' | 'marked' | 'tried';
  readonly label: string;
  /** Only one box at a time shows what it names: the labels of boxes that lie close would cover each other. */
  readonly labelled: boolean;
}

function Box({ node, sure, doubtful, kind, label, labelled, picture, place }: BoxProps): ReactNode {
  if (!node.bounds) return null;
  const { x, y, width, height } = toPicture(node.bounds, picture, place);
  // Above the box, inside it where the picture has no room above; to the left where it has none at the right.
  const top = y < 20 ? 0 : -20;
  const side = x > place.width / 2 ? { right: -2 } : { left: -2 };
  return (
    <div
      className={styles.box}
      data-kind={kind}
      data-doubtful={doubtful || !sure || undefined}
      data-testid={`box-${kind}`}
      style={{ left: x, top: y, width, height }}
    >
      <span className={styles.label} style={{ top, ...side }} hidden={!labelled}>
        {label}
      </span>
    </div>
  );
}
