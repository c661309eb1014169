import type { Tier } from '#contract/tiers.ts';
import { stringifySearch } from './search-params.ts';

/** Every address the app links to, in one place; paths.test.ts holds each against the route tree. */
export const paths = {
  home: () => '/',
  login: (returnUrl?: string) => `/login${stringifySearch({ returnUrl })}`,
  googleSignIn: (returnUrl?: string) => `/api/auth/google${stringifySearch({ returnUrl })}`,
  category: (slug: string) => `/category/${slug}`,
  topic: (categorySlug: string, topicSlug: string) => `/category/${categorySlug}/${topicSlug}`,
  prompt: (id: string) => `/prompt/${id}`,
  search: (filters: { q?: string; category?: string } = {}) => `/search${stringifySearch(filters)}`,
  favorites: () => '/favorites',
  recent: () => '/recent',
  topRated: () => '/top-rated',
  testAuth: () => '/test-auth',
  subscribe: (tier?: Tier) => `/subscribe${stringifySearch({ tier })}`,
  subscription: () => '/subscription',
  signOut: () => '/api/logout',
  terms: () => '/terms',
  privacy: () => '/privacy',
  apiDocs: () => '/docs/api',
} as const;
