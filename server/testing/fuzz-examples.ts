import { logout, logoutEverywhere } from '#contract/account.ts';
import { deleteAccount } from '#contract/account-settings.ts';
import type { PlanTier } from '#contract/billing.ts';
import type { ApiDocument } from './fuzz-cases.ts';

/** Of a client with this id and address. */
export const OAUTH_REQUEST = {
  response_type: 'code',
  client_id: '6f1b1f0e-7b9a-4a51-8a3e-5b7c2f9d8e10',
  redirect_uri: 'http://127.0.0.1:1/callback',
  code_challenge: 'A'.repeat(43),
  code_challenge_method: 'S256',
  scope: 'read copy',
  state: 'a',
  resource: 'http://localhost:3000/mcp',
};

/** A valid value for every parameter of a member's requests, by name. */
export const memberExamples = (id: string, commentId: string, ticketId = id) => ({
  ticketId,
  collectionId: id,
  promptId: id,
  prompt: id,
  share: 'weeknight-dinners-abcdef',
  id,
  commentId,
  sessionId: '6f1b1f0e-7b9a-4a51-8a3e-5b7c2f9d8e10',
  grantId: '6f1b1f0e-7b9a-4a51-8a3e-5b7c2f9d8e10',
  teamId: id,
  membershipId: id,
  invitationId: id,
  savedValuesId: id,
  tokenId: '6f1b1f0e-7b9a-4a51-8a3e-5b7c2f9d8e10',
  ...OAUTH_REQUEST,
  slug: 'fitness',
  categorySlug: 'fitness',
  topicSlug: 'gym-strength',
  q: 'strength',
  tier: 'basic',
  sort: 'newest',
  sortBy: 'relevance',
  limit: '5',
  favoritesOnly: 'true',
  returnUrl: '/search',
  format: 'text',
  member: 'abcdefghijkl',
  group: 'guidance',
  key: 'not-a-signature',
  number: '1',
  version: '1',
  from: '1',
  to: '1',
});

const BRIEF = {
  goal: 'Plan a menu for six guests',
  context: 'Six guests, two of them vegetarian, on a Sunday.',
  result: 'Two pages with a shopping list.',
  model: 'any',
};

/** A valid body of all that a member sends. */
export const memberBodies = (prices: Readonly<Record<PlanTier, string>>) => ({
  'PUT /api/account/open-in': { url: 'https://chat.example.com/?q={prompt}' },
  'PUT /api/account/name': { name: 'M. Writer' },
  'POST /api/account/tokens': { name: 'Shell', scopes: ['read'], days: 30 },
  'POST /api/oauth/authorization': {
    request: OAUTH_REQUEST,
    scopes: ['read'],
  },
  'PUT /api/account/mail': { guidance: false, replies: true },
  'POST /api/notices/read': { id: 'abcdefghijkl' },
  'POST /api/tickets': { topic: 'question', text: 'How?', promptId: 'abcdefghijkl' },
  'POST /api/tickets/{ticketId}/replies': { text: 'Thanks.' },
  'POST /api/collections': { name: 'Weeknight dinners', description: 'Quick ones.', color: 'moss' },
  'PUT /api/collections/{collectionId}': { name: 'Dinners', description: '', color: 'clay' },
  'PUT /api/collections/{collectionId}/sharing': { visibility: 'public', showsName: true },
  'PUT /api/collections/{collectionId}/team': { teamId: null },
  'POST /api/teams': { name: 'Book club' },
  'PUT /api/teams/{teamId}': { name: 'Book club' },
  'POST /api/teams/{teamId}/invitations': { email: 'vera@example.com', role: 'reader' },
  'PUT /api/teams/{teamId}/members/{membershipId}': { role: 'editor' },
  'POST /api/prompts/{id}/saved-values': { name: 'Home', values: { name: 'Ada' }, teamId: null },
  'PUT /api/collections/{collectionId}/prompts/{promptId}/note': { note: 'For four.' },
  'PUT /api/collections/{collectionId}/prompts/{promptId}/position': { after: null },
  'POST /api/shared-collections/{share}/report': { reason: 'spam', details: 'An advertisement.' },
  'POST /api/prompt-requests': { text: 'Beekeeping for beginners' },
  'POST /api/prompts/{id}/vote': { type: 'up' },
  'POST /api/prompts/{id}/comments': { content: 'Works for me.', parentId: null },
  'PUT /api/comments/{id}': { content: 'Works for me, mostly.' },
  'POST /api/comments/{id}/report': { reason: 'spam', details: 'An advertisement.' },
  'PUT /api/user/recents': { isPaused: false },
  'PUT /api/user/recents/{id}/last-use': { lastUsedAt: '2026-11-20T10:00:00.000Z' },
  'POST /api/get-or-create-subscription': { priceId: prices.pro },
  'POST /api/subscription/change-preview': { priceId: prices.pro },
  'POST /api/subscription/change': { priceId: prices.pro, prorationDate: 1_795_000_000 },
  'POST /api/subscription/portal': { purpose: 'invoices' },
  'PUT /api/subscription/address': { country: 'US', postalCode: '94103' },
  'POST /api/subscription/stay': { offer: 'pause' },
  'POST /api/orders': {
    key: '0f8fad5b-d9cb-469f-a165-70867728950e',
    brief: BRIEF,
  },
  'PUT /api/orders/{id}/brief': { brief: BRIEF },
  'POST /api/orders/{id}/revision': { text: 'Shorter, please.' },
});

/** What would end the session of the run; requests of visitors cover it. */
const ENDING: readonly string[] = [logout.url, logoutEverywhere.url, deleteAccount.url];

export function withoutSigningOut(paths: ApiDocument['paths']): ApiDocument['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => !ENDING.includes(path)));
}

/** A valid value for every parameter of the requests of staff, by name. */
export const staffExamples = (memberId: string, promptId: string) => ({
  memberId,
  promptId,
  orderId: promptId,
  ticketId: promptId,
  commentId: promptId,
  collectionId: promptId,
  answerId: promptId,
  show: 'featured',
  q: 'mira',
  tier: 'basic',
  role: 'member',
  state: 'active',
  queue: 'all',
  days: '90',
  actor: 'command',
  act: 'suspend',
  subject: 'member',
  target: memberId,
  plan: 'paying',
  sort: 'copies',
  order: 'desc',
  from: '2026-01-01',
  to: '2026-12-31',
  limit: '5',
});

const reason = 'They asked for it.';

const file = { format: 'csv', text: 'act,prompt', category: 'fitness', topic: 'gym-strength', tier: 'pro' };

/** A valid body of all that staff send. */
export const staffBodies = {
  'PUT /api/admin/members/{memberId}/role': { role: 'member', reason },
  'PUT /api/admin/members/{memberId}/tier': { tier: 'pro', until: '2027-01-31', reason },
  'PUT /api/admin/members/{memberId}/prompts/{promptId}': { isGranted: true, reason },
  'PUT /api/admin/members/{memberId}/suspension': { isSuspended: false, reason },
  'POST /api/admin/members/{memberId}/sign-out': { reason },
  'POST /api/admin/members/{memberId}/erasure': { confirmation: 'DELETE', comments: 'keep', reason },
  'POST /api/admin/members/{memberId}/refund': { reason },
  'POST /api/admin/orders/{orderId}/refund': { reason },
  'POST /api/admin/orders/{orderId}/delivery': { file: '---\ntitle: A menu\n---\nWrite it.', note: null },
  'POST /api/admin/delivery-preview': { file: '---\ntitle: A menu\n---\nWrite it.' },
  'POST /api/admin/tickets/{ticketId}/answers': { text: 'Try it again.', lastMessageId: 'aaaaaaaaaaaa' },
  'POST /api/admin/tickets/{ticketId}/closing': { lastMessageId: 'aaaaaaaaaaaa' },
  'POST /api/admin/tickets/{ticketId}/notes': { text: 'Called back.' },
  'POST /api/admin/incidents/dismissal': { subject: 'cus_1', detail: 'invoice.paid' },
  'POST /api/admin/canned-answers': { name: 'Hours', text: 'We answer on work days.' },
  'PUT /api/admin/canned-answers/{answerId}': { name: 'Hours', text: 'We answer within a day.' },
  'PUT /api/admin/library/prompts/{promptId}/featured': { isFeatured: true, reason },
  'PUT /api/admin/library/prompts/{promptId}/retirement': { isRetired: true, reason },
  'POST /api/admin/library/import-preview': { file },
  'POST /api/admin/library/import': { file, reason },
  'PUT /api/admin/library/requests': { text: 'beekeeping', isDone: true },
  'POST /api/admin/moderation/{commentId}/decision': { decision: 'keep', reason },
  'POST /api/admin/collections/{collectionId}/decision': { decision: 'keep', reason },
} as const;
