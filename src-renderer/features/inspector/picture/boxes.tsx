import type { ReactNode } from 'react';
import { describeElement, type ElementNode } from '#contract/model/element';
import { useInspector } from '../context.ts';
import type { InspectorState, Picture } from '../store/state.ts';
import { toPicture, type Placement } from './geometry.ts';
import styles from './picture.module.css';

interface BoxesProps {
  readonly picture: Picture;
  readonly place: Placement;
}

/** Solid: under the pointer. Dashed: chosen. Pale where they may not lie on what they name. */
export function Boxes({
  picture,
  place,
  doubtful,
}: BoxesProps & {
  readonly doubtful: boolean;
}): ReactNode {
  const marked = useInspector((state) => (state.marked ? state.entries.get(state.marked)?.node : undefined));
  const chosen = useInspector(chosenNode);
  return (
    <div aria-hidden="true" className={styles.boxes} data-doubtful={doubtful || undefined}>
      {chosen && chosen.id !== marked?.id && (
        <Box node={chosen} kind="chosen" labelled={!marked} picture={picture} place={place} />
      )}
      {marked && <Box node={marked} kind="marked" labelled picture={picture} place={place} />}
    </div>
  );
}

/** As the tree knows it, which is as old as the picture; from its details only where the tree does not reach. */
function chosenNode({ selected, entries, details, goneAt }: InspectorState): ElementNode | undefined {
  if (selected === null || goneAt !== null) return undefined;
  return entries.get(selected)?.node ?? (details?.id === selected ? details : undefined);
}

interface BoxProps extends BoxesProps {
  readonly node: ElementNode;
  readonly kind: 'chosen' | 'marked';
  /** Only one box at a time shows what it names: the labels of boxes that lie close would cover each other. */
  readonly labelled: boolean;
}

function Box({ node, kind, labelled, picture, place }: BoxProps): ReactNode {
  if (!node.bounds) return null;
  const { x, y, width, height } = toPicture(node.bounds, picture, place);
  // Above the box, inside it where the picture has no room above; to the left where it has none at the right.
  const top = y < 20 ? 0 : -20;
  const side = x > place.width / 2 ? { right: -2 } : { left: -2 };
  return (
    <div className={styles.box} data-kind={kind} data-testid={`box-${kind}`} style={{ left: x, top: y, width, height }}>
      <span className={styles.label} style={{ top, ...side }} hidden={!labelled}>
        {describeElement(node)}
      </span>
    </div>
  );
}
