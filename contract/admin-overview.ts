import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, timestampSchema } from './field-schemas.ts';

/** Days the overview looks back. */
export const OVERVIEW_DAYS = ['30', '90', '365'] as const;

const stalePromptSchema = z.object({ id: idSchema, title: z.string(), value: z.string() });

export const getOverview = defineEndpoint({
  method: 'GET',
  url: '/api/admin/overview',
  access: 'moderator',
  summary: 'Figures of the last days (UTC), what needs somebody, what searchers miss. At most a minute old.',
  query: z.object({ days: z.enum(OVERVIEW_DAYS).optional() }),
  response: z.object({
    asOf: timestampSchema,
    /** What somebody has to look at; empty when all is well. */
    warnings: z.array(z.object({ source: z.string(), text: z.string() })),
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
      openReports: z.int(),
      waitingOrders: z.int(),
    }),
    /** One row a day, the newest first. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        newMembers: z.int(),
        activeMembers: z.int(),
        copies: z.int(),
        favorites: z.int(),
        comments: z.int(),
      }),
    ),
    /** What members asked for because a search found nothing, the most wanted first. */
    requests: z.array(z.object({ text: z.string(), requests: z.int(), lastAskedAt: timestampSchema })),
    /** Prompts whose review is due, by day. */
    reviewsDue: z.array(stalePromptSchema),
    /** Prompts with more votes down than up of late. */
    fallingRatings: z.array(stalePromptSchema),
  }),
});

export type Overview = z.infer<typeof getOverview.response>;
