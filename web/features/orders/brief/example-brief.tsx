import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import styles from './example-brief.module.css';

/** Four empty fields are hard to begin: how another buyer could have filled them in. */
export function ExampleBrief({ texts }: { texts: readonly { label: string; example: string }[] }) {
  return (
    <details className={styles.example}>
      <DisclosureSummary className={styles.summary}>See an example brief</DisclosureSummary>
      <dl className={styles.texts}>
        {texts.map(({ label, example }) => (
          <div key={label}>
            <dt className={styles.name}>{label}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
