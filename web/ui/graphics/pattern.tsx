import type { ComponentProps } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './pattern.module.css';

interface PatternProps extends ComponentProps<'div'> {
  /** A category's slug; an unknown one gets productivity's pattern. */
  category: string;
}

/** An area filled with a category's color and pattern. Children are drawn over it. */
export function Pattern({ category, className, ...rest }: PatternProps) {
  return <div {...rest} data-category={category} className={classNames(styles.pattern, className)} />;
}
