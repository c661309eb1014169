import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard, Provenance } from '#contract/prompts.ts';
import { HistoryLink } from '#web/features/prompts/reader/prompt-metadata.tsx';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { Day } from '#web/ui/text/day.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import styles from './prompt-page.module.css';

/** Back, badge and trail, title, what it does, and what else is to know. */
export function PromptPageHeader({ prompt }: { prompt: PromptCard & Partial<Provenance> }) {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const { category, topic } = prompt;

  function goBack() {
    if (canGoBack) router.history.back();
    // Come to by a link from outside: its category is the list it would have been found in.
    else void navigate({ to: '/category/$slug', params: { slug: category.slug } });
  }

  return (
    <div>
      <TextButton className={styles.back} onClick={goBack}>
        <ArrowLeft size={16} aria-hidden />
        Back
      </TextButton>
      <p className={styles.trail}>
        <TierBadge tier={prompt.tier} />
        <Link to="/category/$slug" params={{ slug: category.slug }} className={styles.link}>
          {category.name}
        </Link>
        <ChevronRight size={14} aria-hidden />
        <Link
          to="/category/$slug/$topicSlug"
          params={{ slug: category.slug, topicSlug: topic.slug }}
          className={styles.link}
        >
          {topic.name}
        </Link>
      </p>
      <h1 className={styles.title}>{prompt.title}</h1>
      <p className={styles.summary}>{prompt.summary}</p>
      <p className={styles.description}>{prompt.description}</p>
      <p className={styles.made}>
        {prompt.createdBy || BRAND.creator}
        {' · '}
        {prompt.version ? (
          <>
            Version {wholeNumber(prompt.version)}
            <HistoryLink prompt={prompt} />
            {' · '}
          </>
        ) : null}
        {prompt.reviewed ? (
          <>
            Reviewed <Day day={prompt.reviewed} />
            {' · '}
          </>
        ) : null}
        <RelativeDate date={prompt.createdAt} />
      </p>
    </div>
  );
}
