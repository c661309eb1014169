import { type ReactNode, useEffect, useState } from 'react';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import styles from './countdown.module.css';

const SECONDS = 5;

const RADIUS = 40;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

interface CountdownProps {
  /** Where it leads. */
  target: { path: string; name: string };
  /** Places the ring that empties and the line under it. */
  children: (parts: { ring: ReactNode; line: ReactNode }) => ReactNode;
}

/** Five seconds, then on; a button stops it (WCAG 2.2.1). */
export function Countdown({ target, children }: CountdownProps) {
  const { path } = target;
  const [left, setLeft] = useState(SECONDS);
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    if (isStaying) return;
    if (left === 0) {
      // In place of this page: Back must not come here and count again.
      window.location.replace(path);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, isStaying, path]);
  function stay() {
    setStaying(true);
    // The button goes away with what it stopped.
    document.querySelector('h1')?.focus();
  }

  const ring = (
    <svg viewBox="0 0 88 88" width="84" height="84" className={styles.ring} aria-hidden="true">
      <circle cx="44" cy="44" r={RADIUS} className={styles.track} />
      <circle
        cx="44"
        cy="44"
        r={RADIUS}
        className={styles.rest}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={isStaying ? 0 : CIRCUMFERENCE * (1 - left / SECONDS)}
        transform="rotate(-90 44 44)"
      />
      {isStaying ? (
        <path d="M30 45l10 10 19-21" className={styles.check} />
      ) : (
        <text x="44" y="55" className={styles.number}>
          {left}
        </text>
      )}
    </svg>
  );
  const line = isStaying ? null : (
    <p className={styles.line}>
      {/* No live region: it would speak every second. */}
      <span role="timer">
        Redirecting to {target.name} in {left} {left === 1 ? 'second' : 'seconds'}...
      </span>
      <TextButton className={styles.stay} onClick={stay}>
        Stay on this page
      </TextButton>
    </p>
  );
  return children({ ring, line });
}
