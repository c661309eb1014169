import type { PromptCard } from '#contract/prompts.ts';
import { categoryMark } from '#web/ui/category-mark.ts';
import { classNames } from '#web/ui/class-names.ts';
import { callNumber } from './call-number.ts';
import styles from './shelf-mark.module.css';

interface ShelfMarkProps {
  prompt: Pick<PromptCard, 'id' | 'title' | 'category'>;
  className?: string | undefined;
}

/** A prompt's call number, for the eye only. */
export function ShelfMark({ prompt, className }: ShelfMarkProps) {
  const { number } = categoryMark(prompt.category.slug);
  return (
    <span className={classNames(styles.mark, className)} aria-hidden="true">
      {callNumber(number, prompt.id, prompt.title)}
    </span>
  );
}
