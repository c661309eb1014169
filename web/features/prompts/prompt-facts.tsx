import type { ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { AbsoluteDate } from '#web/ui/absolute-date.tsx';
import { formatCount, wholeNumber } from '#web/ui/format-count.ts';
import styles from './prompt-facts.module.css';
import { ShelfMark } from './shelf-mark.tsx';

/** The catalogue card of a prompt, with the hole the rod goes through. */
export function PromptFacts({ prompt }: { prompt: PromptCard }) {
  return (
    <section className={styles.card} aria-label="Catalogue card">
      <ShelfMark prompt={prompt} className={styles.call} />
      <dl className={styles.facts}>
        <Fact name="Category">{prompt.category.name}</Fact>
        <Fact name="Topic">{prompt.topic.name}</Fact>
        <Fact name="Tier">{TIER_NAMES[prompt.tier]}</Fact>
        <Fact name="Created">
          <AbsoluteDate date={prompt.createdAt} />
        </Fact>
        <Fact name="By">{prompt.createdBy || BRAND.creator}</Fact>
        <Fact name="Favorites">{formatCount(prompt.favoriteCount)}</Fact>
        <Fact name="Copies">{wholeNumber(prompt.copyCount)}</Fact>
        <Fact name="Comments">{wholeNumber(prompt.commentCount)}</Fact>
      </dl>
      <span className={styles.hole} aria-hidden="true" />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
