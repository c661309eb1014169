import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './cloth.module.css';

interface ClothProps extends ComponentProps<'div'> {
  /** A category's slug; an unknown one gets productivity's cloth. */
  category: string;
}

/** A piece of a category's cloth: ground and woven pattern. What lies on it is drawn over the pattern. */
export function Cloth({ category, className, ...rest }: ClothProps) {
  return <div {...rest} data-category={category} className={classNames(styles.cloth, className)} />;
}
