import { dayText } from './format-date.ts';

export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{dayText(day)}</time>;
}
