import type { PromptCard } from '#contract/prompts.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { categoryIdentity } from '#web/ui/graphics/category-identity.ts';
import { callNumber } from './call-number.ts';
import styles from './call-number-label.module.css';

interface CallNumberLabelProps {
  prompt: Pick<PromptCard, 'id' | 'title' | 'category'>;
  className?: string | undefined;
}

/** A prompt's call number, for the eye only. */
export function CallNumberLabel({ prompt, className }: CallNumberLabelProps) {
  const { number } = categoryIdentity(prompt.category.slug);
  return (
    <span className={classNames(styles.mark, className)} aria-hidden="true">
      {callNumber(number, prompt.id, prompt.title)}
    </span>
  );
}
