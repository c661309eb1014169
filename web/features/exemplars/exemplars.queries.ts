import { listExemplars } from '#contract/exemplars.ts';
import { endpointQuery } from '#web/api/query.ts';

/** What others put into a prompt and what came out; below Pro only how it begins. */
export const exemplarsQuery = (promptId: string) => endpointQuery(listExemplars, { id: promptId });
