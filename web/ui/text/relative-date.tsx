import { useState } from 'react';
import { classNames } from '../behavior/class-names.ts';
import { useClock } from '../behavior/page-clock.tsx';
import { fullDate, relativeDate, shortDate } from './format-date.ts';
import styles from './relative-date.module.css';

interface RelativeDateProps {
  /** ISO 8601. */
  date: string;
  className?: string | undefined;
}

/** "3 days ago"; pressing it shows the date itself, which the mouse finds in its title. */
export function RelativeDate({ date, className }: RelativeDateProps) {
  const { now, timeZone } = useClock();
  const [isAbsolute, setAbsolute] = useState(false);
  const relative = relativeDate(Date.parse(date), now, timeZone);
  const absolute = shortDate(date, timeZone);
  return (
    <button
      type="button"
      className={classNames(styles.date, className)}
      aria-pressed={isAbsolute}
      aria-label={`${isAbsolute ? absolute : relative}, show the exact date`}
      onClick={() => setAbsolute(!isAbsolute)}
    >
      <time dateTime={date} title={fullDate(date, timeZone)}>
        {isAbsolute ? absolute : relative}
      </time>
    </button>
  );
}
