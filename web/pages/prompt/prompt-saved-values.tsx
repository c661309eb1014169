import { useQuery } from '@tanstack/react-query';
import type { PromptReader } from '#web/features/prompts/reader/use-prompt-reader.ts';
import { SavedValuesBar } from '#web/features/saved-values/saved-values-bar.tsx';
import { teamsQuery } from '#web/features/teams/teams.queries.ts';

interface PromptSavedValuesProps {
  promptId: string;
  reader: PromptReader;
  /** Under the form's Copy. */
  below: HTMLElement | null;
}

/** Values saved by name, in the form of a prompt's variables; for teams I own or edit. */
export function PromptSavedValues({ promptId, reader, below }: PromptSavedValuesProps) {
  const { data: teams = [] } = useQuery(teamsQuery());
  return (
    <SavedValuesBar
      promptId={promptId}
      values={reader.variables.values}
      below={below}
      teams={teams.filter(({ role, isPaused }) => role !== 'reader' && !isPaused)}
      onFill={reader.variables.fill}
    />
  );
}
