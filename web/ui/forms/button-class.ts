import { classNames } from '../behavior/class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'line' | 'ghost' | 'mark' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonStyle {
  /** `mark` belongs on the ink panel only. */
  variant?: ButtonVariant;
  /** 32, 40 or 52 pixels high. */
  size?: ButtonSize;
  /** As wide as its container. */
  isBlock?: boolean;
  /** Square, for a lone icon; its name must be visually hidden text or an aria-label. */
  isIcon?: boolean;
}

/** The look of a button for what is no `<button>`: the router's links take it as their `className`. */
export function buttonClass(style: ButtonStyle = {}, className?: string): string | undefined {
  const { variant = 'primary', size = 'medium', isBlock = false, isIcon = false } = style;
  return classNames(
    styles.button,
    styles[variant],
    size !== 'medium' && styles[size],
    isBlock && styles.block,
    isIcon && styles.icon,
    className,
  );
}
