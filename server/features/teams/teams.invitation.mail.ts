import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { urlOf } from '#contract/endpoint.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** What the signature in an invitation's link is good for. */
export const INVITATION_LINK = 'team invitation';

/** Where an invitation is accepted. */
export async function invitationPath(
  invitationId: string,
  sign: (purpose: string, value: string) => Promise<string>,
): Promise<string> {
  const key = await sign(INVITATION_LINK, invitationId);
  return urlOf({ url: '/account/teams/join' }, { query: { invitation: invitationId, key } });
}

/**
 * To an address that a member gave: nothing of what they wrote, so that it is no way to send people text. Who invites to
 * what stands on the page.
 */
export const invitationMail = defineMail({
  kind: 'team-invitation',
  schema: z.object({ invitationId: z.string(), days: z.int() }),
  content: async ({ invitationId, days }, sign) => ({
    subject: `You’re invited to a team on ${BRAND.name}`,
    paragraphs: [
      `A member of ${BRAND.name} invited you to their team. Its members share collections of prompts and the values they fill into them.`,
      `Joining is free. Sign in with a Google account that has this address to see who invites you and to join. The invitation ends after ${days} days.`,
      'If you didn’t expect it, ignore this email: nothing happens.',
    ],
    link: { label: 'See the invitation', path: await invitationPath(invitationId, sign) },
    reason:
      'You’re getting this once because a member entered your address. We don’t keep it for anything else.',
  }),
});
