import { useQuery } from '@tanstack/react-query';
import type { PromptReader } from '#web/features/prompts/reader/use-prompt-reader.ts';
import { SavedValuesBar } from '#web/features/saved-values/saved-values-bar.tsx';
import { teamsQuery } from '#web/features/teams/teams.queries.ts';

/** Values saved by name, in the form of a prompt's variables; for teams I own or edit. */
export function PromptSavedValues({ promptId, reader }: { promptId: string; reader: PromptReader }) {
  const { data: teams = [] } = useQuery(teamsQuery());
  return (
    <SavedValuesBar
      promptId={promptId}
      values={reader.variables.values}
      teams={teams.filter(({ role, isPaused }) => role !== 'reader' && !isPaused)}
      onFill={reader.variables.fill}
    />
  );
}
