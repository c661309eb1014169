import { expect, test } from 'vitest';
import { logoutByLink, startGoogleSignIn } from '#contract/account.ts';
import { createQueryClient } from './api/query.ts';
import { paths } from './paths.ts';
import { routeTree } from './route-tree.gen.ts';
import { createRouter } from './router.tsx';

const router = createRouter({
  queryClient: createQueryClient(() => Promise.reject(new Error('no calls here'))),
  settings: {
    origin: 'http://localhost',
    theme: undefined,
    isSandbox: false,
    renderedAt: '2026-11-21T12:00:00.000Z',
    assets: { script: '', styles: [] },
  },
});

/** The route a path leads to, such as `/category/$slug/`. */
function routeOf(path: string): string | undefined {
  const { pathname } = new URL(path, 'http://localhost');
  const [, , found] = router.getMatchedRoutes(pathname);
  return found?.fullPath;
}

test.each([
  [paths.home(), '/'],
  [paths.login(), '/login'],
  [paths.login('/search?q=a'), '/login'],
  [paths.category('fitness'), '/category/$slug/'],
  [paths.topic('fitness', 'gym-strength'), '/category/$slug/$topicSlug'],
  [paths.prompt('abcdefghijkl'), '/prompt/$id'],
  [paths.search(), '/search'],
  [paths.search({ q: 'a', category: 'fitness' }), '/search'],
  [paths.favorites(), '/favorites'],
  [paths.collections(), '/collections/'],
  [paths.collection('abcdefghijkl'), '/collections/$collectionId'],
  [paths.sharedCollection('dinners-abcdef'), '/c/$share'],
  [paths.recent(), '/recent'],
  [paths.account(), '/account'],
  [paths.notices(), '/account/notices'],
  [paths.tokens(), '/account/tokens'],
  [paths.teams(), '/account/teams'],
  [paths.joinTeam(), '/account/teams/join'],
  [paths.unsubscribe(), '/account/unsubscribe'],
  [paths.topRated(), '/top-rated'],
  [paths.testAuth(), '/test-auth'],
  [paths.orders(), '/orders'],
  [paths.orders('abcdefghijkl'), '/orders'],
  [paths.subscribe('pro'), '/subscribe'],
  [paths.trial('abcdefghijkl'), '/subscribe'],
  [paths.subscription(), '/subscription'],
  [paths.subscriptionSuccess({ tier: 'pro' }), '/subscription-success'],
  [paths.contact(), '/contact/'],
  [paths.contact({ order: 'abcdefghijkl' }), '/contact/'],
  [paths.ticket('abcdefghijkl'), '/contact/$id'],
  [paths.help(), '/help'],
  [paths.terms(), '/terms'],
  [paths.privacy(), '/privacy'],
  [paths.apiDocs(), '/docs/api'],
  [paths.mcpDocs(), '/docs/mcp'],
  [paths.admin(), '/admin/'],
])('%s leads to %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test('every path is tested above, except those the server answers', () => {
  expect(Object.keys(paths).sort()).toEqual(
    [
      'account',
      'admin',
      'apiDocs',
      'category',
      'collection',
      'collections',
      'contact',
      'favorites',
      'googleProof',
      'googleSignIn',
      'help',
      'home',
      'joinTeam',
      'login',
      'mcpDocs',
      'notices',
      'orders',
      'privacy',
      'prompt',
      'recent',
      'search',
      'sharedCollection',
      'signOut',
      'subscribe',
      'subscription',
      'subscriptionSuccess',
      'teams',
      'terms',
      'ticket',
      'testAuth',
      'tokens',
      'topRated',
      'topic',
      'trial',
      'unsubscribe',
    ].sort(),
  );
  // Not taken from the contract there: it would bring its schemas into every page.
  expect([paths.googleSignIn(), paths.signOut()]).toEqual([startGoogleSignIn.url, logoutByLink.url]);
  expect(paths.googleProof('/admin')).toBe('/api/auth/google?returnUrl=%2Fadmin&again=true');
  expect(paths.googleSignIn('/search?q=a&b=c')).toBe('/api/auth/google?returnUrl=%2Fsearch%3Fq%3Da%26b%3Dc');
});

test('an unknown address matches no route', () => {
  expect(routeOf('/no/such/page')).toBeUndefined();
});

test('the tested route tree is the one the app uses', () => {
  expect(router.routeTree).toBe(routeTree);
});
