import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx';
import { PromptGrid } from '#web/features/prompts/card/prompt-grid.tsx';
import { relatedQuery } from '#web/features/related/related.queries.ts';
import styles from './related-prompts.module.css';

/** What else there is about the same. Nothing where there is none, or until it is loaded. */
export function RelatedPrompts({ promptId }: { promptId: string }) {
  const { data: prompts = [] } = useQuery(relatedQuery(promptId));
  const isMember = Boolean(useUser());
  const navigate = useNavigate();
  const titleId = useId();
  if (prompts.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        Related prompts
      </h2>
      <PromptGrid
        prompts={prompts}
        level={3}
        onOpen={({ id }) => void navigate({ to: '/prompt/$id', params: { id } })}
        favorite={(prompt) => <FavoriteButton prompt={prompt} surface="card" isMember={isMember} />}
      />
    </section>
  );
}
