import { getDashboard } from '#contract/dashboard.ts';
import { endpointQuery } from '#web/api/query.ts';

export const dashboardQuery = () => endpointQuery(getDashboard, {});
