import type { Ref } from 'react';
import type { PromptCard as Prompt } from '#contract/prompts.ts';
import { PromptCard } from './prompt-card.tsx';
import styles from './prompt-grid.module.css';

interface PromptGridProps {
  prompts: readonly Prompt[];
  /** Around all the cards. */
  ref?: Ref<HTMLDivElement>;
  onOpen?: ((prompt: Prompt) => void) | undefined;
  onFavorite: (prompt: Prompt) => void;
}

/** Cards in two columns, one on phones. */
export function PromptGrid({ prompts, ref, onOpen, onFavorite }: PromptGridProps) {
  return (
    <div {...(ref ? { ref } : {})}>
      <ul className={styles.grid}>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <PromptCard prompt={prompt} onOpen={onOpen} onFavorite={onFavorite} />
          </li>
        ))}
      </ul>
    </div>
  );
}
