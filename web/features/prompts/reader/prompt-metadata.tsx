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

/** The metadata of a prompt, as a catalog card with its punched hole. */
export function PromptMetadata({ prompt }: { prompt: PromptCard & Partial<Provenance> }) {
  return (
    <section className={styles.card} aria-label="Catalog card">
      <CallNumberLabel prompt={prompt} className={styles.call} />
      <dl className={styles.facts}>
        <MetadataRow name="Category">{prompt.category.name}</MetadataRow>
        <MetadataRow name="Topic">{prompt.topic.name}</MetadataRow>
        <MetadataRow name="Tier">{TIER_NAMES[prompt.tier]}</MetadataRow>
        <MetadataRow name="Created">
          <RelativeDate date={prompt.createdAt} />
        </MetadataRow>
        {prompt.version ? (
          <MetadataRow name="Version">
            {wholeNumber(prompt.version)}
            <HistoryLink prompt={prompt} />
          </MetadataRow>
        ) : null}
        {prompt.reviewed ? (
          <MetadataRow name="Reviewed">
            <Day day={prompt.reviewed} />
          </MetadataRow>
        ) : null}
        {prompt.reviewDue ? (
          <MetadataRow name="Next review">
            <Day day={prompt.reviewDue} />
          </MetadataRow>
        ) : null}
        <MetadataRow name="By">{prompt.createdBy || BRAND.creator}</MetadataRow>
        <MetadataRow name="Favorites">{formatCount(prompt.favoriteCount)}</MetadataRow>
        <MetadataRow name="Copies">{wholeNumber(prompt.copyCount)}</MetadataRow>
        <MetadataRow name="Comments">{wholeNumber(prompt.commentCount)}</MetadataRow>
      </dl>
      {prompt.sources?.length ? <Sources sources={prompt.sources} /> : null}
      <span className={styles.hole} aria-hidden="true" />
    </section>
  );
}

/** Where the viewer may read the text, and it has changed. */
export function HistoryLink({ prompt }: { prompt: PromptCard & Partial<Provenance> }) {
  if (prompt.isLocked || !prompt.hasHistory) return null;
  return (
    <>
      {' · '}
      <Link to="/prompt/$id/history" params={{ id: prompt.id }}>
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

function MetadataRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
