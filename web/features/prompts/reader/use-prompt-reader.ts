import { type RefObject, useRef, useState } from 'react';
import { filledValue, missingVariables, type Values } from '#contract/fill-placeholders.ts';
import type { Variable } from '#contract/prompts.ts';
import { type ToastText, toast } from '#web/ui/feedback/toast.ts';
import { contentOf, type Format, type ReadablePrompt, textToCopy } from '../copy/copy-formats.ts';
import { useFormatSetting } from '../copy/format-setting.ts';
import { parseJsonContent } from '../copy/json-content.ts';
import { type CopyControl, copiedMessage, useCopyPrompt } from '../copy/use-copy-prompt.ts';
import { useVariables, type VariablesControl } from '../variables/use-variables.ts';

/** Reading, filling in and copying one prompt; page and modal draw it each in their own way. */
export interface PromptReader {
  prompt: ReadablePrompt;
  format: Format;
  /** Undefined where there is one format alone. */
  setFormat: ((format: Format) => void) | undefined;
  variables: VariablesControl;
  /** Required and blank: what the form asks for before a copy. */
  missing: readonly Variable[];
  clipboard: Omit<CopyControl, 'copy' | 'count'>;
  /** How many optional variables were blank in the last copy. */
  copiedBlanks: number;
  /** What Copy copies. */
  filledText: () => string;
  /** Somewhere else took the text from its address. */
  countOpening: (name: string) => void;
  /** Copies the text, then opens an address to paste it at. */
  copyFor: (name: string, address: string) => void;
  /** The Copy button: opens the form and asks there while required fields are blank. */
  pressCopy: () => void;
  isAsking: boolean;
  ask: () => void;
  copyWithBlanks: () => void;
  openForm: () => void;
  /** The form, at the field of this variable. */
  openField: (variable: string) => void;
  /** Both give the focus to the button that opens the form: the one that was pressed goes away. */
  closeForm: () => void;
  clearForm: () => void;
  fillButton: RefObject<HTMLButtonElement | null>;
  /** A new one with every wish to go to a field: that of a variable, or the first open one. */
  focusRequest: { variable?: string } | null;
}

const optionalBlanks = (variables: readonly Variable[], values: Values) =>
  variables.filter(({ name, required }) => !required && filledValue(values, name) === undefined).length;

/**
 * Draw what uses it with the prompt's id as its key: nothing here carries over to another prompt. Copies of a prompt
 * without an id are counted nowhere.
 */
export function usePromptReader(
  prompt: ReadablePrompt,
  memberId: string,
  surface: 'page' | 'modal',
): PromptReader {
  const [chosen, setFormat] = useFormatSetting();
  const variables = useVariables(prompt, memberId);
  const { copy, count, ...clipboard } = useCopyPrompt(prompt.id, prompt.version);
  const [copiedBlanks, setCopiedBlanks] = useState(0);
  const [hasAsked, setAsked] = useState(false);
  const [focusRequest, setFocusRequest] = useState<PromptReader['focusRequest']>(null);
  const fillButton = useRef<HTMLButtonElement>(null);
  // An old version, or a text written to order, is no entry of the library to make an object of.
  const hasFormats = prompt.category !== undefined || parseJsonContent(contentOf(prompt)) !== undefined;
  const format = hasFormats ? chosen : 'readable';
  const missing = missingVariables(prompt.variables, variables.values);
  const isMissing = missing.length > 0;

  const filledText = () => textToCopy(prompt, format, variables.values);

  function openAt(field: { variable?: string }) {
    variables.open();
    setFocusRequest(field);
  }
  const openForm = () => openAt({});
  function ask() {
    setAsked(true);
    openForm();
  }
  async function copyFilled(message: ToastText): Promise<boolean> {
    const isCopied = await copy(filledText(), message);
    // Those of the text that was copied, whatever the fields hold by then.
    if (isCopied) setCopiedBlanks(optionalBlanks(prompt.variables, variables.values));
    return isCopied;
  }
  function copyNow() {
    setAsked(false);
    void copyFilled(copiedMessage(surface, format));
  }
  async function copyFor(name: string, address: string) {
    // First the clipboard: a page behind the new tab may not write to it.
    const message = { title: 'Prompt copied', description: `Paste it into ${name}.` };
    if (await copyFilled(message)) window.open(address, '_blank', 'noopener,noreferrer');
  }
  function leaveForm(leave: () => void) {
    setAsked(false);
    fillButton.current?.focus();
    leave();
  }
  return {
    prompt,
    format,
    setFormat: hasFormats ? setFormat : undefined,
    variables,
    missing,
    clipboard,
    copiedBlanks,
    filledText,
    countOpening: (name) => {
      toast({ title: `Opened in ${name}`, description: 'The prompt is in the new tab.' });
      count();
    },
    copyFor: (name, address) => void copyFor(name, address),
    pressCopy: isMissing ? ask : copyNow,
    isAsking: hasAsked && isMissing,
    ask,
    copyWithBlanks: () => {
      fillButton.current?.focus();
      copyNow();
    },
    openForm,
    openField: (variable) => openAt({ variable }),
    closeForm: () => leaveForm(variables.close),
    clearForm: () => leaveForm(variables.clear),
    fillButton,
    focusRequest,
  };
}
