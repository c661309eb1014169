import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Archive from 'lucide-react/icons/archive';
import SearchX from 'lucide-react/icons/search-x';
import { Suspense, useEffect, useRef } from 'react';
import type { User } from '#contract/account.ts';
import { isId } from '#contract/ids.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { relatedQuery } from '#web/features/related/related.queries.ts';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { LockedPromptBody } from './locked-prompt-body.tsx';
import { RelatedPrompts } from './related-prompts.tsx';
import { UnlockedPromptPageContent } from './unlocked-prompt-page-content.tsx';
import { VisitorPromptBody } from './visitor-prompt-body.tsx';

const route = getRouteApi('/prompt/$id');

/** Reading a prompt needs sign-in: visitors see what it is, a toast, sign in and come back. */
export function PromptPage() {
  const { id } = route.useParams();
  const user = useUser();
  return (
    <PageShell hasVisitorBanner={false}>
      {user ? <Prompt key={id} id={id} user={user} /> : <VisitorPromptBody key={id} id={id} />}
      <Suspense>
        <RelatedPrompts promptId={id} />
      </Suspense>
    </PageShell>
  );
}

function Prompt({ id, user }: { id: string; user: User }) {
  const { data: result } = useSuspenseQuery(promptQuery(id));
  const kind = result?.kind;
  const wasLocked = useRef(false);
  useEffect(() => {
    // Opened by the trial: the button that had the focus is gone.
    if (wasLocked.current && kind === 'open') document.querySelector('main')?.focus({ preventScroll: true });
    wasLocked.current = kind === 'locked';
  }, [kind]);
  if (!result) return <NotFound />;
  return result.kind === 'open' ? (
    <UnlockedPromptPageContent prompt={result.prompt} user={user} />
  ) : (
    <LockedPromptBody prompt={result.prompt} user={user} />
  );
}

/** An address that has no prompt, or none any more: what was retired has others to offer instead. */
export function PromptNotFoundPage() {
  const { id } = route.useParams();
  const { data: related = [] } = useQuery({ ...relatedQuery(id), enabled: isId(id) });
  if (related.length > 0) return <RetiredPromptPage id={id} />;
  return (
    <PageShell hasVisitorBanner={false}>
      <PageTitle>Prompt not found</PageTitle>
      <NotFound />
    </PageShell>
  );
}

function RetiredPromptPage({ id }: { id: string }) {
  return (
    <PageShell hasVisitorBanner={false}>
      <PageTitle>Prompt retired</PageTitle>
      <EmptyState
        icon={Archive}
        title="This prompt has been retired"
        level={1}
        actions={
          <Link to="/search" className={buttonClass()}>
            Search the library
          </Link>
        }
      >
        <p>It is no longer part of the library. These prompts are about the same topic.</p>
      </EmptyState>
      <RelatedPrompts promptId={id} />
    </PageShell>
  );
}

function NotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="Prompt not found"
      level={1}
      actions={
        <>
          <Link to="/search" className={buttonClass()}>
            Back to Search
          </Link>
          <Link to="/" hash="categories" className={buttonClass({ variant: 'line' })}>
            Browse categories
          </Link>
        </>
      }
    >
      <p>It may have been removed, or the address has a typo.</p>
    </EmptyState>
  );
}
