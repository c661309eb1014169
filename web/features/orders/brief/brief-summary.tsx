import type { Brief } from '#contract/orders.ts';
import styles from './brief-summary.module.css';

/** What was ordered, in the buyer's own words. */
export function BriefSummary({ brief }: { brief: Brief }) {
  return (
    <dl className={styles.texts}>
      <Text name="What it should do">{brief.goal}</Text>
      <Text name="The situation">{brief.context}</Text>
      <Text name="A good result">{brief.result}</Text>
      {brief.model ? <Text name="AI tool">{brief.model}</Text> : null}
    </dl>
  );
}

function Text({ name, children }: { name: string; children: string }) {
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.text} dir="auto">
        {children}
      </dd>
    </div>
  );
}
