import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Topic } from '#contract/catalog.ts';
import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './topic-chart.module.css';

interface TopicChartProps {
  category: string;
  topics: readonly Topic[];
}

/** How many prompts each topic has, and in which tiers; each name leads to its topic. */
export function TopicChart({ category, topics }: TopicChartProps) {
  const id = useId();
  const longest = Math.max(0, ...topics.map(({ promptCount }) => promptCount));
  if (longest === 0) return null;
  return (
    <section className={styles.chart} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          Prompts by topic and tier
        </h2>
        <ul className={styles.key}>
          {TIERS.map((tier) => (
            <li key={tier} className={styles.entry}>
              <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" className={styles[tier]} />
              </svg>
              {TIER_NAMES[tier]} {topics.reduce((sum, { tiers }) => sum + tiers[tier], 0)}
            </li>
          ))}
        </ul>
      </div>
      <ul className={styles.rows}>
        {topics.map((topic) => (
          <li key={topic.slug} className={styles.row}>
            <Link
              to="/category/$slug/$topicSlug"
              params={{ slug: category, topicSlug: topic.slug }}
              preload={false}
              className={styles.name}
            >
              {topic.name}
            </Link>
            <Bar topic={topic} longest={longest} />
            <span className={styles.count} aria-hidden="true">
              {topic.promptCount}
            </span>
            <span className="visually-hidden">{inWords(topic)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bar({ topic: { tiers }, longest }: { topic: Topic; longest: number }) {
  const before = (tier: Tier) =>
    TIERS.slice(0, TIERS.indexOf(tier)).reduce((sum, lower) => sum + tiers[lower], 0);
  return (
    <svg className={styles.bar} viewBox={`0 0 ${longest} 1`} preserveAspectRatio="none" aria-hidden="true">
      {TIERS.map((tier) => (
        <rect key={tier} x={before(tier)} width={tiers[tier]} height="1" className={styles[tier]} />
      ))}
    </svg>
  );
}

function inWords({ promptCount, tiers }: Topic): string {
  const parts = TIERS.filter((tier) => tiers[tier] > 0).map((tier) => `${tiers[tier]} ${TIER_NAMES[tier]}`);
  return `${countWithNoun(promptCount, 'prompt')}: ${parts.join(', ')}`;
}
