import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './count.module.css';
import { countWords, formatCount } from './format-count.ts';

interface CountProps {
  value: number;
  /** What is counted, in the singular: "copy", "upvote", "favorite". */
  noun: string;
  icon: LucideIcon;
  className?: string | undefined;
}

/** An icon and a short number for the eye, the whole number and its noun for everybody else. */
export function Count({ value, noun, icon: Icon, className }: CountProps) {
  return (
    <span className={classNames(styles.count, className)}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span aria-hidden="true">{formatCount(value)}</span>
      <span className="visually-hidden">{countWords(value, noun)}</span>
    </span>
  );
}
