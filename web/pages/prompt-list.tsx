import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { authQuery } from '#web/features/account/account.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { GridSkeleton } from '#web/features/prompts/grid-skeleton.tsx';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { useSignInDialog } from '#web/features/prompts/use-sign-in-dialog.tsx';

interface PromptListProps extends Pick<ComponentProps<typeof ListResults>, 'list' | 'onClearFilters'> {
  kind: 'Category' | 'Topic';
}

/** The prompts of a category or topic as cards; visitors are asked to sign in. */
export function PromptList({ list, kind, onClearFilters }: PromptListProps) {
  const { data: auth } = useSuspenseQuery(authQuery());
  const signIn = useSignInDialog();
  return (
    <>
      <ListResults
        list={list}
        onClearFilters={onClearFilters}
        placeholder={<GridSkeleton />}
        failure={
          <ListFailure
            kind={kind}
            level={2}
            isNotFound={false}
            onRetry={async () => {
              await list.refetch({ throwOnError: true });
            }}
          />
        }
      >
        {(prompts, ref) => (
          <PromptGrid
            prompts={prompts}
            ref={ref}
            onOpen={auth.authenticated ? undefined : signIn.askToRead}
            onFavorite={signIn.askToFavorite}
          />
        )}
      </ListResults>
      {signIn.dialog}
    </>
  );
}
