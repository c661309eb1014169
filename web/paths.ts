import type { ExportFormat } from '#contract/export-formats.ts';
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
  /** With the engineer tier the brief form, for the prompt it is ordered from if there is one. */
  subscribe: (tier?: Tier, promptId?: string) => `/subscribe${stringifySearch({ tier, prompt: promptId })}`,
  subscription: () => '/subscription',
  /** Where payments lead: of an order, or of a plan, with the plan that is waited for. */
  subscriptionSuccess: (paid: { tier?: Tier; order?: string } = {}) =>
    `/subscription-success${stringifySearch(paid)}`,
  orders: (orderId?: string) => `/orders${stringifySearch({ order: orderId })}`,
  favoritesExport: (format: ExportFormat) => `/api/favorites/export${stringifySearch({ format })}`,
  promptExport: (id: string, format: ExportFormat) =>
    `/api/prompts/${id}/export${stringifySearch({ format })}`,
  signOut: () => '/api/logout',
  terms: () => '/terms',
  privacy: () => '/privacy',
  apiDocs: () => '/docs/api',
} as const;
