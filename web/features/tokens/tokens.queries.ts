import { listTokens } from '#contract/tokens.ts';
import { endpointQuery } from '#web/api/query.ts';

export const tokensQuery = () => endpointQuery(listTokens, {});
