/** Numbers both sides must agree on. Counts, unless the name says characters, bytes or milliseconds. */
export const LIMITS = {
  searchTextCharacters: 200,
  /** Shown while somebody types. */
  liveResults: 8,
  commentCharacters: 10_000,
  /** What a new member may post in an hour, and how long an account is new. */
  newMemberComments: 5,
  /** What is shown of a comment before somebody asks for the whole of it; pieces are blocks, and as many inline ones. */
  commentPreviewCharacters: 1200,
  commentPreviewPieces: 60,
  /** What of a comment is formatted at most; the rest of it is shown as typed. */
  commentPieces: 300,
  interactionsInPage: 500,
  /** A page of a list across categories: favorites, recent, top rated. */
  promptListPage: 24,
  /** Prompts that changed since a member copied them, in one list at most. */
  changedPrompts: 100,
  briefGoalCharacters: 160,
  briefCharacters: 4000,
  /** How long a custom prompt usually takes, from payment or a request for changes to delivery: our own estimate. */
  deliveryBusinessDays: 5,
  /** Those who write to us usually have an answer within. */
  answerBusinessDays: 2,
  ticketCharacters: 5000,
  /** Of the signature in a visitor's link to a conversation. */
  ticketKeyCharacters: 100,
  ownNameCharacters: 60,
  /** Of a member's own address to open prompts in. */
  openInUrlCharacters: 500,
  /** A member's, expired ones aside. */
  tokens: 20,
  tokenNameCharacters: 60,
  auditReasonCharacters: 300,
  cannedNameCharacters: 80,
  /** Of a file that staff upload; larger ones are for `npm run import`. */
  importBytes: 5_000_000,
  trialDays: 7,
  graceDays: 7,
  refundDays: 14,
  loadMoreShownFrom: 6,
  chipsFirstShown: 4,
  placeholders: 8,
} as const;

/** Limits that no page needs: separate, because every page loads LIMITS. */
export const SERVER_LIMITS = {
  /** Of a prompt's text; what comes behind is stored and shown, but not found. */
  searchedCharacters: 50_000,
  listPage: 12,
  maxListPage: 100,
  searchPage: 24,
  maxSearchPage: 100,
  commentEditMinutes: 15,
  commentRepeatSeconds: 60,
  newMemberHours: 24,
  /** What ends a page of comments, whichever comes first: comments, threads, bytes their texts take in a page. */
  commentPage: 30,
  commentPageThreads: 20,
  commentPageBytes: 90_000,
  /** Most that may be asked for; the page ends where it ends. */
  maxCommentPage: 200,
  recents: 100,
  related: 4,
  orders: 100,
  teaserCharacters: 240,
  /** Of a comment outside its prompt, in a notice; an ellipsis included. */
  commentExcerptCharacters: 140,
  /** Apps a member lets use the library as them. */
  grants: 20,
  oauthParameterCharacters: 600,
  /** An app's own, to know its request by. */
  oauthStateCharacters: 2000,
  clientNameCharacters: 60,
  clientRedirectUris: 10,
  /** Registered and not used yet, of everybody together. */
  unusedClients: 10_000,
  incidentCharacters: 200,
  deliveryFileCharacters: 60_000,
  bodyBytes: 100_000,
} as const;

/** How often one member may do something: `count` times in `minutes`; `noun` for the message of a refusal. */
export const ACTION_LIMITS = {
  favorite: { count: 240, minutes: 2, noun: 'favorites' },
  vote: { count: 240, minutes: 2, noun: 'votes' },
  copy: { count: 240, minutes: 2, noun: 'copies' },
  opening: { count: 240, minutes: 2, noun: 'opened prompts' },
  comment: { count: 50, minutes: 10, noun: 'comments' },
  commentChange: { count: 100, minutes: 10, noun: 'changes of comments' },
  report: { count: 10, minutes: 10, noun: 'reports' },
  billingReading: { count: 240, minutes: 10, noun: 'requests about the subscription' },
  billing: { count: 60, minutes: 10, noun: 'changes of the subscription' },
  order: { count: 30, minutes: 10, noun: 'changes of orders' },
  exports: { count: 60, minutes: 10, noun: 'exports' },
  comparison: { count: 120, minutes: 2, noun: 'compared versions' },
  account: { count: 30, minutes: 10, noun: 'changes of the account' },
  authorization: { count: 30, minutes: 10, noun: 'requests of apps' },
  recents: { count: 60, minutes: 2, noun: 'changes of recent prompts' },
  ticket: { count: 20, minutes: 60, noun: 'messages to the team' },
  notices: { count: 120, minutes: 2, noun: 'read notices' },
  collection: { count: 60, minutes: 10, noun: 'changes of collections' },
  collectionPrompt: { count: 240, minutes: 2, noun: 'changes of collections' },
  team: { count: 60, minutes: 10, noun: 'changes of teams' },
  invitation: { count: 10, minutes: 60, noun: 'invitations' },
  savedValues: { count: 60, minutes: 10, noun: 'changes of saved values' },
  promptRequest: { count: 20, minutes: 10, noun: 'requests for prompts' },
} as const;

export type Action = keyof typeof ACTION_LIMITS;
