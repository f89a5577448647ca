import { useState, type DragEvent } from 'react';

/** Beside which row a dragged one would land. */
export interface Drop<Id extends string> {
  readonly id: Id;
  readonly after: boolean;
}

/** Reordering by drag and drop. The same can be done by keys, or this would be no way for everyone. */
export function useDragOrder<Id extends string>(onDrop: ((id: Id, beside: Drop<Id>) => void) | undefined) {
  const [dragged, setDragged] = useState<Id | null>(null);
  const [drop, setDrop] = useState<Drop<Id> | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  const handlersOf = (id: Id) =>
    onDrop && {
      draggable: true,
      'data-drop': drop?.id === id ? (drop.after ? 'after' : 'before') : undefined,
      onDragStart: () => setDragged(id),
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setDrop({ id, after: isLowerHalf(event) });
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null && drop !== null) onDrop(dragged, drop);
        end();
      },
    };
  return handlersOf;
}

function isLowerHalf(event: DragEvent): boolean {
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientY > box.top + box.height / 2;
}
