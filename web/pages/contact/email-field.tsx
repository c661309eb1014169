import { Link } from '@tanstack/react-router';
import { type Ref, useId } from 'react';
import { paths } from '#web/paths.ts';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import styles from './contact-form.module.css';

interface EmailFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  /** It could not be sent with this one. */
  isWrong: boolean;
  onChange: (email: string) => void;
}

/** Where a visitor gets the answer. */
export function EmailField({ ref, value, isWrong, onChange }: EmailFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Your email address</label>
      <input
        ref={ref}
        id={id}
        className={fieldClass()}
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        value={value}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}problem ${id}hint` : `${id}hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldProblem
        id={`${id}problem`}
        text={isWrong ? 'Enter your email address, like name@example.com.' : null}
      />
      <p id={`${id}hint`} className={styles.hint}>
        Have an account?{' '}
        <Link to="/login" search={{ returnUrl: paths.contact() }}>
          Sign in first
        </Link>{' '}
        so we can help you faster.
      </p>
    </>
  );
}
