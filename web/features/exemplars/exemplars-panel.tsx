import { useQuery } from '@tanstack/react-query';
import type { Variable } from '#contract/prompts.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { countWords } from '#web/ui/format-count.ts';
import { ExemplarItem } from './exemplar-item.tsx';
import { exemplarsQuery } from './exemplars.queries.ts';
import styles from './exemplars-panel.module.css';

interface ExemplarsPanelProps {
  promptId: string;
  /** For the names of the values; none where the prompt is locked. */
  variables: readonly Pick<Variable, 'name' | 'label'>[];
  level: 2 | 3;
  /** Where the member gets them, when the plan leaves them out. */
  upgrade: { href: string; words: string };
  className?: string | undefined;
}

/** What went in and what came out. Nothing where a prompt has none, or as long as nobody knows. */
export function ExemplarsPanel({ promptId, variables, level, upgrade, className }: ExemplarsPanelProps) {
  const { data, isError, refetch } = useQuery(exemplarsQuery(promptId));
  if (isError && !data) {
    return (
      <div role="alert" className={classNames(styles.failure, className)}>
        <p>The exemplars could not be loaded.</p>
        <Button variant="line" size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (!data || data.total === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <section className={classNames(styles.panel, className)} aria-label="Exemplars">
      <Heading className={styles.heading}>
        Exemplars <span className={styles.count}>{data.total}</span>
      </Heading>
      {data.exemplars ? (
        data.exemplars.map((exemplar, index) => (
          <ExemplarItem
            // They have no identity but their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is drawn
            key={index}
            exemplar={exemplar}
            number={index + 1}
            isOpenAtFirst={index === 0}
            variables={variables}
          />
        ))
      ) : (
        <div className={styles.teaser}>
          <p className={styles.note}>
            {countWords(data.total, 'worked example')} of what went in and what came out. The first one
            begins:
          </p>
          <blockquote className={styles.quote} dir="auto">
            {data.teaser}
          </blockquote>
          <a href={upgrade.href} className={buttonClass({ variant: 'line', size: 'small' })}>
            {upgrade.words}
          </a>
        </div>
      )}
    </section>
  );
}
