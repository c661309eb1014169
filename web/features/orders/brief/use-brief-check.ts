import { type RefObject, useRef, useState } from 'react';
import { BRIEF_FIELDS, type BriefProblems, type BriefTexts, findBriefProblems } from './brief-check.ts';

const NO_PROBLEMS: BriefProblems = {};

/** Checks a brief when it is to be sent, and from then on while it is mended. */
export function useBriefCheck(texts: BriefTexts): {
  form: RefObject<HTMLFormElement | null>;
  problems: BriefProblems;
  /** Marks every field with something wrong, and leads to the first. @returns whether it can be sent */
  check: () => boolean;
} {
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  return {
    form,
    problems: isChecked ? findBriefProblems(texts) : NO_PROBLEMS,
    check: () => {
      setChecked(true);
      const found = findBriefProblems(texts);
      const first = BRIEF_FIELDS.findIndex((field) => found[field]);
      form.current?.querySelectorAll<HTMLElement>('input, textarea')[first]?.focus();
      return first === -1;
    },
  };
}
