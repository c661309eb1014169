import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from './button-class.ts';

interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** Work is under way: the button cannot be pressed and keeps its width. */
  isPending?: boolean;
  /** Its label while pending, such as "Posting...". */
  pendingText?: ReactNode;
}

/** Not `disabled`, which would take the focus away from whoever has just pressed it. */
const PENDING = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

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
  const buttonStyle = {
    ...(variant ? { variant } : {}),
    ...(size ? { size } : {}),
    ...(isBlock ? { isBlock } : {}),
    ...(isIcon ? { isIcon } : {}),
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(buttonStyle, className)}
      disabled={disabled}
      {...(isPending ? PENDING : {})}
    >
      {isPending && pendingText ? pendingText : children}
    </button>
  );
}
