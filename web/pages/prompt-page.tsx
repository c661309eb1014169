import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { useUser } from '#web/features/account/account.queries.ts';
import { isPromptId, promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { LOGGED_OUT, LOGGED_OUT_MILLISECONDS } from '#web/layout/session-watch.tsx';
import { SignInFirst } from '#web/layout/sign-in-first.tsx';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LockedPromptBody } from './prompt/locked-prompt-body.tsx';
import { OpenPromptBody } from './prompt/open-prompt-body.tsx';
import { RelatedPrompts } from './prompt/related-prompts.tsx';

const route = getRouteApi('/prompt/$id');

/** Reading a prompt needs sign-in (SPEC section 2): visitors are told, sign in and come back. */
export function PromptPage() {
  const { id } = route.useParams();
  const user = useUser();
  return (
    <PageShell hasNotice={false}>
      {user ? (
        <Prompt key={id} id={id} />
      ) : (
        <SignInFirst
          words={LOGGED_OUT}
          returnUrl={paths.prompt(id)}
          delayMilliseconds={LOGGED_OUT_MILLISECONDS}
        />
      )}
      {isPromptId(id) ? <RelatedPrompts promptId={id} /> : null}
    </PageShell>
  );
}

function Prompt({ id }: { id: string }) {
  const { data: answer } = useSuspenseQuery(promptQuery(id));
  const user = useUser();
  if (!user) return null;
  if (!answer) return <NotFound />;
  return answer.kind === 'open' ? (
    <OpenPromptBody prompt={answer.prompt} user={user} />
  ) : (
    <LockedPromptBody prompt={answer.prompt} user={user} />
  );
}

export function PromptNotFoundPage() {
  return (
    <PageShell hasNotice={false}>
      <PageTitle>Prompt not found</PageTitle>
      <NotFound />
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
        <Link to="/search" className={buttonClass()}>
          Back to Search
        </Link>
      }
    >
      <p>It may have been taken off the shelf, or the address has a typo.</p>
    </EmptyState>
  );
}
