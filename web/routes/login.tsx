import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SIGN_IN_AGAIN } from '#contract/errors.ts';
import { safeReturnUrl } from '#contract/return-url.ts';
import { isSessionEnding } from '#web/api/session-ended.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { loginReference } from '#web/pages/login/login-reference.ts';
import { paths } from '#web/paths.ts';
import { wantedPromptId } from '#web/wanted-prompt.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { error?: string; id?: string; returnUrl?: string } => {
    const id = loginReference(search['id']);
    return {
      ...(typeof search['error'] === 'string' ? { error: search['error'] } : {}),
      ...(id === undefined ? {} : { id }),
      ...(typeof search['returnUrl'] === 'string' ? { returnUrl: search['returnUrl'] } : {}),
    };
  },
  // A member has nothing to do here; one whose session is just ending has, and one who has to sign in again.
  beforeLoad: async ({ context: { queryClient }, search }) => {
    if (isSessionEnding() || search.error === SIGN_IN_AGAIN) return;
    const auth = await queryClient.ensureQueryData(authQuery());
    if (auth.authenticated) throw redirect({ href: safeReturnUrl(search.returnUrl) ?? '/' });
  },
  loaderDeps: ({ search }) => ({ wanted: wantedPromptId(search.returnUrl) }),
  // Never throws: without the card it is the sign-in page all the same.
  loader: async ({ context: { queryClient }, deps: { wanted } }) => {
    if (wanted !== undefined) await queryClient.prefetchQuery(promptCardQuery(wanted));
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Sign in',
      description: 'Sign in with Google to copy, save and vote on prompts.',
      path: paths.login(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/login/login-page.tsx'), 'LoginPage'),
});
