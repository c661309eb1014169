import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard, Provenance, Source } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { Day } from '#web/ui/text/day.tsx';
import { formatCount, wholeNumber } from '#web/ui/text/format-count.ts';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { CallNumberLabel } from '../card/call-number-label.tsx';
import styles from './prompt-metadata.module.css';

/** The catalog card of a prompt, with the hole the rod goes through. */
export function PromptFacts({ prompt }: { prompt: PromptCard & Partial<Provenance> }) {
  return (
    <section className={styles.card} aria-label="Catalog card">
      <CallNumberLabel prompt={prompt} className={styles.call} />
      <dl className={styles.facts}>
        <Fact name="Category">{prompt.category.name}</Fact>
        <Fact name="Topic">{prompt.topic.name}</Fact>
        <Fact name="Tier">{TIER_NAMES[prompt.tier]}</Fact>
        <Fact name="Created">
          <RelativeDate date={prompt.createdAt} />
        </Fact>
        {prompt.version ? (
          <Fact name="Version">
            {wholeNumber(prompt.version)}
            {prompt.isLocked ? null : <HistoryLink promptId={prompt.id} />}
          </Fact>
        ) : null}
        {prompt.reviewed ? (
          <Fact name="Reviewed">
            <Day day={prompt.reviewed} />
          </Fact>
        ) : null}
        {prompt.reviewDue ? (
          <Fact name="Next review">
            <Day day={prompt.reviewDue} />
          </Fact>
        ) : null}
        <Fact name="By">{prompt.createdBy || BRAND.creator}</Fact>
        <Fact name="Favorites">{formatCount(prompt.favoriteCount)}</Fact>
        <Fact name="Copies">{wholeNumber(prompt.copyCount)}</Fact>
        <Fact name="Comments">{wholeNumber(prompt.commentCount)}</Fact>
      </dl>
      {prompt.sources?.length ? <Sources sources={prompt.sources} /> : null}
      <span className={styles.hole} aria-hidden="true" />
    </section>
  );
}

function HistoryLink({ promptId }: { promptId: string }) {
  return (
    <>
      {' · '}
      <Link to="/prompt/$id/history" params={{ id: promptId }}>
        History
      </Link>
    </>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <div className={styles.sources}>
      <h2 className={styles.sourcesTitle}>Sources</h2>
      <ul>
        {sources.map(({ title, publisher, url, year }) => (
          <li key={`${title} ${year}`} className={styles.source}>
            {url === undefined ? (
              title
            ) : (
              <a href={url} rel="noopener noreferrer nofollow">
                {title}
              </a>
            )}
            , {publisher === undefined ? '' : `${publisher}, `}
            {year}
          </li>
        ))}
      </ul>
    </div>
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
