import { useState } from 'react';
import type { Variable } from '#contract/prompts.ts';
import type { Values } from './fill.ts';
import { readRemembered, remember, startingValues } from './remembered-values.ts';

const NONE: Values = {};

export interface VariablesControl {
  isOpen: boolean;
  /** What fills the holes; nothing until the form was opened. */
  values: Values;
  open: () => void;
  close: () => void;
  set: (name: string, value: string) => void;
  /** Back to the prompt as written. What was typed stays remembered for the next time. */
  clear: () => void;
}

/**
 * The values of one prompt's variables. They start when the form is opened: until then the prompt is as written,
 * whatever is remembered of other prompts.
 */
export function useVariables(variables: readonly Variable[], memberId: string): VariablesControl {
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState<Values | null>(null);
  return {
    isOpen,
    values: values ?? NONE,
    open: () => {
      setOpen(true);
      setValues((known) => known ?? startingValues(variables, readRemembered(memberId)));
    },
    close: () => setOpen(false),
    set: (name, value) => {
      setValues((known) => ({ ...known, [name]: value }));
      remember(memberId, name, value);
    },
    clear: () => {
      setOpen(false);
      setValues(null);
    },
  };
}
