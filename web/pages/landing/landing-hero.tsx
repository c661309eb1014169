import { getRouteApi, Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import type { Category } from '#contract/catalog.ts';
import { VisitorSearch } from '#web/layout/header/visitor-search.tsx';
import { CategoryTabStack } from '#web/ui/cards/category-tab-stack.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './landing-hero.module.css';
import { promptCountText } from './prompt-count-text.ts';
import { SampleCard } from './sample-card.tsx';
import { sampleCategory } from './sample-category.ts';

const SEARCH = { label: 'Find a prompt', size: 'large' } as const;

const route = getRouteApi('/');

interface LandingHeroProps {
  categories: readonly Category[];
  /** Around its search field. */
  search: Ref<HTMLDivElement>;
}

export function LandingHero({ categories, search }: LandingHeroProps) {
  const chosen = sampleCategory(categories, route.useSearch());
  const promptCount = categories.reduce((sum, category) => sum + category.promptCount, 0);
  return (
    <div className={styles.hero}>
      <div>
        <h1 className={styles.title}>
          {promptCountText(promptCount)} for <span className={styles.stroke}>better answers</span>.
        </h1>
        <p className={styles.lead}>
          Ask an AI assistant in one line and it guesses the rest. These prompts already ask for what an
          expert would: fill in your details, copy, and paste into any assistant.
        </p>
        <div ref={search} className={styles.search}>
          <VisitorSearch appearance={SEARCH} />
        </div>
        <div className={styles.actions}>
          <Link to="/login" className={buttonClass({ size: 'large' })}>
            Get Started Free
          </Link>
          <a href="#categories" className={buttonClass({ variant: 'line', size: 'large' })}>
            View Categories
          </a>
        </div>
        <p className={styles.hint}>Every basic prompt is free with your Google account.</p>
      </div>
      {chosen ? (
        <CategoryTabStack
          className={styles.drawer}
          label="Sample prompts by category"
          renderTab={({ slug }, contents, className) => (
            <Link
              to="/"
              search={{ sample: slug }}
              replace
              resetScroll={false}
              className={className}
              {...(slug === chosen.slug ? { 'aria-current': 'true' } : {})}
            >
              {contents}
            </Link>
          )}
        >
          <SampleCard category={chosen} />
        </CategoryTabStack>
      ) : null}
    </div>
  );
}
