import type { QueryClient } from '@tanstack/react-query';
import { missingVariables } from '#contract/fill-placeholders.ts';
import { copyText } from '#web/ui/behavior/copy-text.ts';
import { promptQuery } from '../prompt.queries.ts';
import { initialValues, readRemembered } from '../variables/remembered-values.ts';
import { textToCopy } from './copy-formats.ts';
import { countCopy } from './count-copy.ts';
import { chosenFormat } from './format-setting.ts';

/**
 * Copies a prompt that may not be here yet, as its page would: the press opens the clipboard, the text follows.
 * @returns `blank` when required fields are, and nothing was copied: its page asks for them
 */
export async function copyById(
  queryClient: QueryClient,
  id: string,
  memberId: string,
): Promise<'copied' | 'blank' | 'failed'> {
  let isBlank = false;
  const text = queryClient.ensureQueryData(promptQuery(id)).then((result) => {
    if (result?.kind !== 'open') throw new Error('This prompt has no text for this member.');
    const { prompt } = result;
    const values = initialValues(prompt.variables, readRemembered(memberId, id));
    isBlank = missingVariables(prompt.variables, values).length > 0;
    if (isBlank) throw new Error('Required fields are blank.');
    return textToCopy(prompt, chosenFormat(), values);
  });
  if (!(await copyText(text))) return isBlank ? 'blank' : 'failed';
  void countCopy(queryClient, id);
  return 'copied';
}
