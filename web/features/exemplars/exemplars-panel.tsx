import { useQuery } from '@tanstack/react-query';
import type { Variable } from '#contract/prompts.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { ExemplarItem } from './exemplar-item.tsx';
import { exemplarsQuery } from './exemplars.queries.ts';
import styles from './exemplars-panel.module.css';

interface ExemplarsPanelProps {
  promptId: string;
  /** For the names of the values; none where the prompt is locked. */
  variables: readonly Pick<Variable, 'name' | 'label'>[];
  level: 2 | 3;
  /** Where the member gets them, when the plan leaves them out. */
  upgrade: { href: string; label: string };
  className?: string | undefined;
}

/** Sample inputs and their outputs. Renders nothing where a prompt has none, or until they are loaded. */
export function ExemplarsPanel({ promptId, variables, level, upgrade, className }: ExemplarsPanelProps) {
  const { data, isError, refetch } = useQuery(exemplarsQuery(promptId));
  if (isError && !data) {
    return <Failure className={className} onRetry={() => void refetch()} />;
  }
  if (!data || data.total === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <section className={className} aria-label="Exemplars">
      <Heading className={styles.heading} tabIndex={-1}>
        Exemplars <span className={styles.count}>{data.total}</span>
      </Heading>
      {data.exemplars ? (
        data.exemplars.map((exemplar, index) => (
          <ExemplarItem
            // They have no identity except their position.
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
          {data.teaser ? (
            <>
              <p className={styles.note}>From a worked example, with sample details filled in:</p>
              <blockquote className={styles.quote} dir="auto">
                {data.teaser}
              </blockquote>
            </>
          ) : null}
          <a href={upgrade.href} className={buttonClass({ variant: 'line', size: 'small' })}>
            {upgrade.label}
          </a>
        </div>
      )}
    </section>
  );
}

function Failure({ className, onRetry }: { className: string | undefined; onRetry: () => void }) {
  useReconnect(onRetry);
  return (
    <div role="alert" className={classNames(styles.failure, className)}>
      <p>We couldn’t load the exemplars.</p>
      <Button variant="line" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
