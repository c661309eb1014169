import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { relatedQuery } from '#web/features/related/related.queries.ts';
import { useCardFavorites } from '../lists/use-card-favorites.ts';
import styles from './related-prompts.module.css';

/** What else there is about the same. Nothing where there is none, or as long as nobody knows. */
export function RelatedPrompts({ promptId }: { promptId: string }) {
  const { data: prompts = [] } = useQuery(relatedQuery(promptId));
  const favorites = useCardFavorites();
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
        {...favorites}
      />
    </section>
  );
}
