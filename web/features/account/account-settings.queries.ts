import { getAccount, listSessions } from '#contract/account-settings.ts';
import { getMailChoices } from '#contract/mail.ts';
import { endpointQuery } from '#web/api/query.ts';

export const accountQuery = () => endpointQuery(getAccount, {});

export const sessionsQuery = () => endpointQuery(listSessions, {});

export const mailChoicesQuery = () => endpointQuery(getMailChoices, {});
