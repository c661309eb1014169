import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus from a control of one row to the same control of the next. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tr');
  const other = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  if (!row || !other || event.target instanceof HTMLSelectElement) return;
  const position = pressable(row).indexOf(event.target);
  const found = pressable(other);
  const next = found[position] ?? found.at(-1);
  if (position === -1 || !next) return;
  event.preventDefault();
  next.focus();
}

const pressable = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input'),
];
