import { useRef, useState } from 'react';

/** What a field that says its own problem needs. */
export interface CheckedField<FieldElement> {
  ref: React.RefObject<FieldElement | null>;
  value: string;
  /** What is wrong with it, once it was to be sent. */
  problem: string | null;
  onChange: (text: string) => void;
}

/**
 * A text being written, checked when it is to be sent and not while it is typed.
 * @param findProblem what is wrong with the trimmed text; null: nothing
 */
export function useCheckedField<FieldElement extends HTMLElement>(
  value: string,
  setValue: (text: string) => void,
  findProblem: (text: string) => string | null,
): { check: () => boolean; field: CheckedField<FieldElement> } {
  const ref = useRef<FieldElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    /** Says at the field what is wrong, and leads there. */
    check: () => {
      const found = findProblem(value.trim());
      setProblem(found);
      if (found !== null) ref.current?.focus();
      return found === null;
    },
    field: {
      ref,
      value,
      problem,
      onChange: (next) => {
        setValue(next);
        setProblem(null);
      },
    },
  };
}
