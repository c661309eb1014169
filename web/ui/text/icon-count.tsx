import type { LucideIcon } from 'lucide-react';
import { classNames } from '../behavior/class-names.ts';
import { countWithNoun, formatCount } from './format-count.ts';
import styles from './icon-count.module.css';

interface IconCountProps {
  value: number;
  /** What is counted, in the singular: "copy", "upvote", "favorite". */
  noun: string;
  icon: LucideIcon;
  className?: string | undefined;
}

/** An icon and a short number for the eye, the whole number and its noun for everybody else. */
export function IconCount({ value, noun, icon: Icon, className }: IconCountProps) {
  return (
    <span className={classNames(styles.count, className)}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span aria-hidden="true">{formatCount(value)}</span>
      <span className="visually-hidden">{countWithNoun(value, noun)}</span>
    </span>
  );
}
