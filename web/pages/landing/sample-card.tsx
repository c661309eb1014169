import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Category, Sample } from '#contract/catalog.ts';
import { sampleQuery } from '#web/features/catalog/catalog.queries.ts';
import { OutputText } from '#web/features/exemplars/output-text.tsx';
import { CallNumberLabel } from '#web/features/prompts/card/call-number-label.tsx';
import { textToCopy } from '#web/features/prompts/copy/copy-formats.ts';
import { ContentView } from '#web/features/prompts/reader/content-view.tsx';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import styles from './sample-card.module.css';

/**
 * A prompt of the library, filled in, and the result next to it. All of it has a height of its own, so that another
 * category's sample moves nothing.
 */
export function SampleCard({ category }: { category: Category }) {
  const { data } = useQuery({ ...sampleQuery(category.slug), placeholderData: keepPreviousData });
  const sample = data?.sample;
  return (
    <article aria-labelledby="sample-title">
      <header className={styles.top}>
        {sample ? <CallNumberLabel prompt={sample.prompt} /> : <span />}
        <TierBadge tier="basic" />
      </header>
      <h2 id="sample-title" className={styles.title} aria-live="polite">
        {sample?.prompt.title ?? `No sample of ${category.name} yet`}
      </h2>
      <div className={styles.panes}>{sample ? <Panes key={sample.prompt.id} sample={sample} /> : null}</div>
      <div className={styles.foot}>
        <p className={styles.note}>
          A sample prompt. Copy it and try it.{' '}
          <Link to="/category/$slug" params={{ slug: category.slug }}>
            More in {category.name}
          </Link>
        </p>
        {sample ? (
          <CopyButton text={textToCopy(sample.prompt, 'readable', valuesOf(sample))} noun="prompt" />
        ) : null}
      </div>
    </article>
  );
}

function Panes({ sample }: { sample: Sample }) {
  return (
    <>
      <Pane id="sample-prompt" name="Prompt, filled in" className={styles.prompt}>
        <ContentView prompt={sample.prompt} format="readable" values={valuesOf(sample)} />
      </Pane>
      <Pane id="sample-result" name="Result" className={styles.result}>
        <OutputText text={sample.exemplar.output} name="the result" />
      </Pane>
    </>
  );
}

interface PaneProps {
  id: string;
  name: string;
  className: string | undefined;
  children: ReactNode;
}

function Pane({ id, name, className, children }: PaneProps) {
  const text = classNames(styles.text, className);
  return (
    <div className={styles.pane}>
      <h3 id={id} className={styles.name}>
        {name}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself; without the focus no key could scroll it */}
      <section className={text} tabIndex={0} aria-labelledby={id}>
        {children}
      </section>
    </div>
  );
}

/** What the exemplar was made with: its values, and the prompt's own where it names none. */
function valuesOf({ prompt, exemplar }: Sample): Record<string, string> {
  return Object.fromEntries(
    prompt.variables.map((each) => [each.name, String(exemplar.values[each.name] ?? each.default ?? '')]),
  );
}
