import { z } from 'zod';

/** RFC 9457 plus `message`, which the specification's client reads. Never empty. */
export const problemSchema = z.object({
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;

/** The `code` of a refusal that a fresh sign-in lifts. */
export const SIGN_IN_AGAIN = 'sign_in_again';

/** The `error` of the login page's address where the person canceled the sign-in themselves. */
export const SIGN_IN_CANCELED = 'canceled';

export const signInAgainSchema = problemSchema.extend({ code: z.literal(SIGN_IN_AGAIN) });

/** The `code` of a refusal that only accounts in their first day receive. */
export const NEW_MEMBER_LIMIT = 'new_member';
