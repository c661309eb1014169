import type { ReactNode, Ref } from 'react';
import type { PromptCard as Prompt } from '#contract/prompts.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { PromptCard } from './prompt-card.tsx';
import styles from './prompt-grid.module.css';

interface PromptGridProps {
  prompts: readonly Prompt[];
  /** Around all the cards. */
  ref?: Ref<HTMLDivElement>;
  onOpen?: ((prompt: Prompt) => void) | undefined;
  favorite: (prompt: Prompt) => ReactNode;
  /** What this list has to say of a card. */
  note?: ((prompt: Prompt) => ReactNode) | undefined;
  /** Three where cards of all categories stand together. */
  columns?: 2 | 3;
  /** Of the cards' headings; 3 below a heading of their own. */
  level?: 2 | 3;
}

/** Cards in two or three columns, one on phones. */
export function PromptGrid(props: PromptGridProps) {
  const { prompts, ref, onOpen, favorite, note, columns = 2, level } = props;
  return (
    <div {...(ref ? { ref } : {})}>
      <ul className={classNames(styles.grid, columns === 3 && styles.three)}>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <PromptCard
              prompt={prompt}
              level={level}
              onOpen={onOpen}
              favorite={favorite(prompt)}
              note={note?.(prompt)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
