import { logoutByLink, startGoogleSignIn } from '#contract/account.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Tier } from '#contract/tiers.ts';
import { stringifySearch } from './search-params.ts';

/** Every address the app links to, in one place; paths.test.ts holds each against the route tree. */
export const paths = {
  home: () => '/',
  login: (returnUrl?: string) => `/login${stringifySearch({ returnUrl })}`,
  googleSignIn: (returnUrl?: string) => urlOf(startGoogleSignIn, { query: { returnUrl } }),
  /** Where the person has to prove who they are, even if their browser is signed in at Google. */
  googleProof: (returnUrl: string) => urlOf(startGoogleSignIn, { query: { returnUrl, again: 'true' } }),
  category: (slug: string) => `/category/${slug}`,
  topic: (categorySlug: string, topicSlug: string) => `/category/${categorySlug}/${topicSlug}`,
  prompt: (id: string) => `/prompt/${id}`,
  search: (filters: { q?: string; category?: string } = {}) => `/search${stringifySearch(filters)}`,
  favorites: () => '/favorites',
  collections: () => '/collections',
  collection: (id: string) => `/collections/${id}`,
  sharedCollection: (share: string) => `/c/${share}`,
  recent: () => '/recent',
  topRated: () => '/top-rated',
  testAuth: () => '/test-auth',
  /** With the engineer tier the brief form. The prompt is the one that is wanted: it is ordered, or returned to. */
  subscribe: (tier?: Tier, promptId?: string) => `/subscribe${stringifySearch({ tier, prompt: promptId })}`,
  trial: (promptId?: string) => `/subscribe${stringifySearch({ trial: '1', prompt: promptId })}`,
  /** The prompt is the one that is wanted: once it is open, the page leads to it. */
  subscription: (promptId?: string) => `/subscription${stringifySearch({ prompt: promptId })}`,
  account: () => '/account',
  notices: () => '/account/notices',
  tokens: () => '/account/tokens',
  teams: () => '/account/teams',
  joinTeam: () => '/account/teams/join',
  unsubscribe: () => '/account/unsubscribe',
  /** Where payments lead: of an order, or of a plan, with the plan that is waited for and the prompt to return to. */
  subscriptionSuccess: (paid: { tier?: Tier; order?: string; prompt?: string | undefined } = {}) =>
    `/subscription-success${stringifySearch(paid)}`,
  orders: (orderId?: string) => `/orders${stringifySearch({ order: orderId })}`,
  signOut: () => logoutByLink.url,
  contact: (about: { topic?: string; prompt?: string; order?: string } = {}) =>
    `/contact${stringifySearch(about)}`,
  ticket: (id: string) => `/contact/${id}`,
  help: () => '/help',
  terms: () => '/terms',
  privacy: () => '/privacy',
  admin: () => '/admin',
  apiDocs: () => '/docs/api',
  mcpDocs: () => '/docs/mcp',
} as const;
