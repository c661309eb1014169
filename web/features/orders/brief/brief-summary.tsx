import type { ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import styles from './brief-summary.module.css';

/** What was ordered, in the buyer's own words, and what was asked for since. */
export function BriefSummary({ order }: { order: Order }) {
  const { brief, revisions } = order;
  return (
    <dl className={styles.texts}>
      <Text name="What it should do">{brief.goal}</Text>
      <Text name="The situation">{brief.context}</Text>
      <Text name="A good result">{brief.result}</Text>
      {brief.model ? <Text name="AI tool">{brief.model}</Text> : null}
      {revisions.map(({ at, text }) => (
        <Text
          key={`${at}${text}`}
          name={
            <>
              Changes asked for on <AbsoluteDate date={at} />
            </>
          }
        >
          {text}
        </Text>
      ))}
    </dl>
  );
}

function Text({ name, children }: { name: ReactNode; children: string }) {
  return (
    <div className={styles.text}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.text} dir="auto">
        {children}
      </dd>
    </div>
  );
}
