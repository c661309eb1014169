import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, storableText, timestampSchema } from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';

/** Days the overview looks back. */
export const OVERVIEW_DAYS = ['30', '90', '365'] as const;

const stalePromptSchema = z.object({ id: idSchema, title: z.string(), value: z.string() });

/** Of a payment, and dismissed by staff who have looked at it. */
const incidentSchema = z.strictObject({
  subject: storableText.max(SERVER_LIMITS.incidentCharacters),
  detail: storableText.max(SERVER_LIMITS.incidentCharacters),
});

export const getOverview = defineEndpoint({
  method: 'GET',
  url: '/api/admin/overview',
  access: 'moderator',
  summary: 'Figures of the last days (UTC), what needs somebody, what searchers miss. At most a minute old.',
  query: z.object({ days: z.enum(OVERVIEW_DAYS).optional() }),
  response: z.object({
    asOf: timestampSchema,
    /** What waits for staff, as it is now. */
    work: z.object({
      openTickets: z.int(),
      /** Of those who pay. */
      priorityTickets: z.int(),
      waitingOrders: z.int(),
      /** Past the day on which they were expected. */
      lateOrders: z.int(),
      /** Reported comments and collections. */
      openReports: z.int(),
    }),
    /** What somebody has to look at; empty when all is well. */
    warnings: z.array(
      z.object({ source: z.string(), text: z.string(), incident: incidentSchema.nullable() }),
    ),
    mail: z.object({
      isConfigured: z.boolean(),
      waiting: z.int(),
      /** Given up within the last week. */
      dead: z.int(),
      lastSentAt: timestampSchema.nullable(),
      /** The latest that were given up, as long as they are kept; without addresses. */
      givenUp: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          attempts: z.int(),
          reason: z.string().nullable(),
          at: timestampSchema,
          /** Its recipient is still known: it can be sent again. */
          canRestart: z.boolean(),
        }),
      ),
    }),
    /** Those that fail, and since when; daily ones, and the day (UTC) on which each was last done. */
    jobs: z.array(
      z.object({
        name: z.string(),
        problem: z.string().nullable(),
        since: timestampSchema.nullable(),
        doneOn: z.iso.date().nullable(),
      }),
    ),
    /** Within the days asked for. Shares are percents, 100 at most; null where there is nothing to divide by. */
    period: z.object({
      /** Estimated day by day and added up: whoever comes on two days counts twice. */
      visitors: z.int(),
      newMembers: z.int(),
      /** Of the new members, those who have paid for a plan since. */
      newPayers: z.int(),
      /** Null, too, when fewer visitors were counted than became members: counting began later, or missed some. */
      memberShare: z.number().nullable(),
      payerShare: z.number().nullable(),
      plansStarted: z.int(),
      plansEnded: z.int(),
      /** Plans that ended, of all that ran at any time in these days. */
      churn: z.number().nullable(),
      /** Custom prompts that were paid for and not refunded since; before tax. */
      ordersPaid: z.int(),
      orderRevenueCents: z.int(),
      searches: z.int(),
      emptySearches: z.int(),
    }),
    /** Now. */
    totals: z.object({
      members: z.int(),
      activeToday: z.int(),
      active7: z.int(),
      active30: z.int(),
      paying: z.int(),
      onTrial: z.int(),
      /** Of all members, in percent. */
      payingShare: z.number(),
      monthlyRevenueCents: z.int(),
      failedPayments: z.int(),
      ending: z.int(),
    }),
    /** One row a day, the newest first. What was not looked at on a day is null. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        visitors: z.int(),
        newMembers: z.int(),
        activeMembers: z.int(),
        copies: z.int(),
        favorites: z.int(),
        comments: z.int(),
        searches: z.int(),
        emptySearches: z.int(),
        paying: z.int().nullable(),
        monthlyRevenueCents: z.int().nullable(),
        plansEnded: z.int(),
      }),
    ),
    // The first of each list of the library's pages.
    /** What members asked for because a search found nothing, the most wanted first. */
    requests: z.array(z.object({ text: z.string(), requests: z.int(), lastAskedAt: timestampSchema })),
    /** Prompts whose review is due, by day. */
    reviewsDue: z.array(stalePromptSchema),
    /** Prompts with a smaller share of votes up in the last 30 days than before. */
    fallingRatings: z.array(stalePromptSchema),
  }),
});

export const resendMail = defineEndpoint({
  method: 'POST',
  url: '/api/admin/mail/:mailId/resending',
  access: 'moderator',
  summary: 'Has an email that was given up tried again from the beginning.',
  params: z.object({ mailId: z.string().regex(/^\d{1,18}$/) }),
  response: z.object({ done: z.literal(true) }),
});

export type Overview = z.infer<typeof getOverview.response>;

export const dismissIncident = defineEndpoint({
  method: 'POST',
  url: '/api/admin/incidents/dismissal',
  access: 'moderator',
  summary:
    'Takes a payment event of a deleted account off the overview; the next of its kind is shown again. May be repeated.',
  body: incidentSchema,
  response: z.object({ done: z.literal(true) }),
});
