import { compareVersions, getVersion, listChangedPrompts, listVersions } from '#contract/versions.ts';
import { endpointQuery } from '#web/api/query.ts';

export const versionsQuery = (id: string) => endpointQuery(listVersions, { id });

export const versionQuery = (id: string, number: number) =>
  endpointQuery(getVersion, { id, number: String(number) });

export const comparisonQuery = (id: string, from: number, to: number) =>
  endpointQuery(compareVersions, { id, from: String(from), to: String(to) });

export const changedPromptsQuery = () => endpointQuery(listChangedPrompts, {});
