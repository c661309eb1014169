import { useState } from 'react';
import type { Variable } from '#contract/prompts.ts';
import type { Values } from './fill.ts';
import { hasAnswer, hasRemembered, readRemembered, remember, startingValues } from './remembered-values.ts';

const NONE: Values = {};

export interface VariablesControl {
  isOpen: boolean;
  /** What the form's fields hold. */
  fields: Values;
  /** What fills the holes: nothing until something was filled in, by hand now or in another prompt before. */
  values: Values;
  isFilled: boolean;
  open: () => void;
  close: () => void;
  set: (name: string, value: string) => void;
  /** Back to the prompt as written. What was typed stays remembered for the next time. */
  clear: () => void;
}

/**
 * The values of one prompt's variables. They start when the form is opened: until then the prompt is as written,
 * whatever is remembered of other prompts. A form with nothing in it but the prompt's own defaults changes nothing
 * either: without filling anything, the copied text is the prompt as written.
 */
export function useVariables(variables: readonly Variable[], memberId: string): VariablesControl {
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState<Values | null>(null);
  const [isFilled, setFilled] = useState(false);
  return {
    isOpen,
    fields: fields ?? NONE,
    values: fields && isFilled ? fields : NONE,
    isFilled,
    open: () => {
      setOpen(true);
      if (fields) return;
      const remembered = readRemembered(memberId);
      setFields(startingValues(variables, remembered));
      setFilled(hasRemembered(variables, remembered));
    },
    close: () => setOpen(false),
    set: (name, value) => {
      const next = { ...fields, [name]: value };
      setFields(next);
      setFilled(hasAnswer(variables, next));
      remember(memberId, name, value);
    },
    clear: () => {
      setOpen(false);
      setFields(null);
      setFilled(false);
    },
  };
}
