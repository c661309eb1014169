import { type RefObject, useRef, useState } from 'react';
import type { Variable } from '#contract/prompts.ts';
import { contentOf, type Format, type ReadablePrompt, textToCopy } from './copy-formats.ts';
import { missingVariables } from './fill.ts';
import { useFormatSetting } from './format-setting.ts';
import { parseJsonContent } from './json-content.ts';
import { type CopyControl, useCopyPrompt } from './use-copy-prompt.ts';
import { useVariables, type VariablesControl } from './use-variables.ts';

/** Reading, filling in and copying one prompt; page and modal draw it each in their own way. */
export interface PromptReader {
  prompt: ReadablePrompt;
  format: Format;
  /** Undefined where there is one format alone. */
  setFormat: ((format: Format) => void) | undefined;
  variables: VariablesControl;
  missing: readonly Variable[];
  clipboard: Omit<CopyControl, 'copy'>;
  /** The Copy button: asks first when some holes are filled and required ones are not. */
  pressCopy: () => void;
  isAsking: boolean;
  copyAsWritten: () => void;
  stopAsking: (wantsToFill: boolean) => void;
  openForm: () => void;
  /** Both give the focus to the button that opens the form: the one that was pressed goes away. */
  closeForm: () => void;
  clearForm: () => void;
  fillButton: RefObject<HTMLButtonElement | null>;
  /** Grows with every wish to go to the first open field. */
  focusSignal: number;
}

/**
 * Draw what uses it with the prompt's id as its key: nothing here carries over to another prompt. Copies of a prompt
 * without an id are counted nowhere.
 */
export function usePromptReader(
  prompt: ReadablePrompt,
  memberId: string,
  place: 'page' | 'modal',
): PromptReader {
  const [chosen, setFormat] = useFormatSetting();
  const variables = useVariables(prompt.variables, memberId);
  const { copy, ...clipboard } = useCopyPrompt(prompt.id, place);
  const [isAsking, setAsking] = useState(false);
  const [focusSignal, setFocusSignal] = useState(0);
  const fillButton = useRef<HTMLButtonElement>(null);
  // The page shows the text as it is; only JSON has a second reading there.
  const hasFormats = place === 'modal' || parseJsonContent(contentOf(prompt)) !== undefined;
  const format = hasFormats ? chosen : 'readable';
  const missing = missingVariables(prompt.variables, variables.fields);

  function openForm() {
    variables.open();
    setFocusSignal((signal) => signal + 1);
  }
  const copyNow = () => copy(textToCopy(prompt, format, variables.values), format);
  return {
    prompt,
    format,
    setFormat: hasFormats ? setFormat : undefined,
    variables,
    missing,
    clipboard,
    pressCopy: () => {
      if (missing.length > 0 && variables.isFilled) setAsking(true);
      else copyNow();
    },
    isAsking,
    copyAsWritten: copyNow,
    stopAsking: (wantsToFill) => {
      setAsking(false);
      if (wantsToFill) openForm();
    },
    openForm,
    closeForm: () => {
      fillButton.current?.focus();
      variables.close();
    },
    clearForm: () => {
      fillButton.current?.focus();
      variables.clear();
    },
    fillButton,
    focusSignal,
  };
}
