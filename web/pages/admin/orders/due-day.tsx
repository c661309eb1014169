import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';

/** Whether a day (UTC) is over. @param now in milliseconds since 1970 */
export const isLate = (day: string | null, now: number): boolean =>
  day !== null && day < new Date(now).toISOString().slice(0, 10);

/** The day on which a buyer expects an order. */
export function DueDay({ day }: { day: string }) {
  const { now } = useClock();
  return (
    <>
      <time dateTime={day}>{day}</time>{' '}
      {isLate(day, now) ? <StateBadge tone="danger">late</StateBadge> : null}
    </>
  );
}
