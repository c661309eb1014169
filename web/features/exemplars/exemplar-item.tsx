import type { Exemplar } from '#contract/exemplars.ts';
import type { Variable } from '#contract/prompts.ts';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import { shortDate } from '#web/ui/text/format-date.ts';
import styles from './exemplar-item.module.css';
import { OutputText } from './output-text.tsx';

interface ExemplarItemProps {
  exemplar: Exemplar;
  number: number;
  isOpenAtFirst: boolean;
  variables: readonly Pick<Variable, 'name' | 'label'>[];
}

/** What stands for the model where an editor followed the prompt (CONTRIBUTING.md). */
const OWN_EXAMPLE = 'example';

/** One run of the prompt: the values, the model and the day, and the output, which can be copied. */
export function ExemplarItem({ exemplar, number, isOpenAtFirst, variables }: ExemplarItemProps) {
  const { values, model, date, output } = exemplar;
  const labels = new Map(variables.map(({ name, label }) => [name, label]));
  const order = [...labels.keys()];
  // As the form asks for them; those of a field that is no more come last.
  const placeOf = ([name]: [string, unknown]) => (labels.has(name) ? order.indexOf(name) : order.length);
  const inputs = Object.entries(values).sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <details className={styles.exemplar} open={isOpenAtFirst}>
      <DisclosureSummary className={styles.summary}>
        Exemplar {number}
        <span className={styles.facts}>
          {/* A calendar day without a time: the same in every time zone. */}
          {model === OWN_EXAMPLE ? 'Written as an example' : model},{' '}
          <time dateTime={date}>{shortDate(date, 'UTC')}</time>
        </span>
      </DisclosureSummary>
      {inputs.length > 0 ? (
        <dl className={styles.values}>
          {inputs.map(([name, value]) => (
            <div key={name} className={styles.value}>
              <dt>{labels.get(name) ?? name.replaceAll('_', ' ')}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className={styles.output}>
        <div className={styles.bar}>
          <span>Result</span>
          <CopyButton text={output} noun={`exemplar ${number}`} variant="line" size="small" />
        </div>
        <OutputText text={output} name={`exemplar ${number}`} className={styles.text} />
      </div>
    </details>
  );
}
