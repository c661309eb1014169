import { useMemo, useState } from 'react';
import type { Values } from '#contract/fill-placeholders.ts';
import type { Variable } from '#contract/prompts.ts';
import { useHydrated } from '#web/ui/behavior/use-hydrated.ts';
import { forget, initialValues, readRemembered, remember } from './remembered-values.ts';

export interface VariablesControl {
  isOpen: boolean;
  /** What the fields hold and the text shows, whether the form is open or not. */
  values: Values;
  open: () => void;
  close: () => void;
  set: (name: string, value: string) => void;
  /** Shows values that somebody else gave; they are not remembered. */
  fill: (given: Values) => void;
  /** Back to the prompt's defaults; what was typed into this prompt is forgotten. */
  clear: () => void;
}

/**
 * The values of one prompt's variables: its defaults, and over them what this member typed here before, which only this
 * browser knows. They are in the text from the beginning, so that the text is always the one that is copied.
 */
export function useVariables(
  { id, variables }: { id?: string | undefined; variables: readonly Variable[] },
  memberId: string,
): VariablesControl {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<Values | null>(null);
  const [given, setGiven] = useState<Values>({});
  const isHydrated = useHydrated();
  const start = useMemo(
    () => initialValues(variables, isHydrated ? readRemembered(memberId, id) : {}),
    [variables, isHydrated, memberId, id],
  );
  const values = typed ?? { ...start, ...given };
  return {
    isOpen,
    values,
    open: () => setOpen(true),
    close: () => setOpen(false),
    set: (name, value) => {
      setTyped({ ...values, [name]: value });
      remember(memberId, id, name, value);
    },
    fill: (others) => {
      setGiven(others);
      setTyped((own) => own && { ...own, ...others });
      setOpen(true);
    },
    clear: () => {
      setOpen(false);
      setTyped(initialValues(variables, {}));
      forget(memberId, id);
    },
  };
}
