import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Work is under way: the button cannot be pressed and keeps its width. */
  isPending?: boolean;
  /** Its label while pending, such as "Posting...". */
  pendingText?: ReactNode;
}

export function Button({
  variant,
  size,
  isBlock,
  isIcon,
  isPending = false,
  pendingText,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = {
    ...(variant ? { variant } : {}),
    ...(size ? { size } : {}),
    ...(isBlock ? { isBlock } : {}),
    ...(isIcon ? { isIcon } : {}),
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, className)}
      disabled={disabled || isPending}
      {...(isPending ? { 'aria-busy': true } : {})}
    >
      {isPending && pendingText ? pendingText : children}
    </button>
  );
}
