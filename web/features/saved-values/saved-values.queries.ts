import { listSavedValues } from '#contract/saved-values.ts';
import { endpointQuery } from '#web/api/query.ts';

/** The values that I or my teams saved for a prompt. */
export const savedValuesQuery = (promptId: string) => endpointQuery(listSavedValues, { id: promptId });
