import { type DragEvent, useState } from 'react';

interface Drop {
  id: string;
  isAfter: boolean;
}

/**
 * Rows dragged by a handle with the browser's own drag and drop. Whoever cannot drag has buttons.
 * @param onDrop the row that was dragged, and its new index
 */
export function useDrag(ids: readonly string[], onDrop: (id: string, position: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);

  function end() {
    setDragged(null);
    setDrop(null);
  }

  return {
    dragged,
    drop,
    handle: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        const row = event.currentTarget.closest('li');
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
        setDragged(id);
      },
      onDragEnd: end,
    }),
    row: (id: string) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged === null) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const isAfter = event.clientY > top + height / 2;
        if (drop?.id !== id || drop.isAfter !== isAfter) setDrop({ id, isAfter });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        if (dragged !== null && drop && drop.id !== dragged) {
          const others = ids.filter((each) => each !== dragged);
          onDrop(dragged, others.indexOf(drop.id) + Number(drop.isAfter));
        }
        end();
      },
    }),
  };
}
