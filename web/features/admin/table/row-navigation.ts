import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus from what can be pressed in one row to the same in the next. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tr');
  const other = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  if (!row || !other || event.target instanceof HTMLSelectElement) return;
  const place = pressable(row).indexOf(event.target);
  const found = pressable(other);
  const next = found[place] ?? found.at(-1);
  if (place === -1 || !next) return;
  event.preventDefault();
  next.focus();
}

const pressable = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input'),
];
