import { checkAuth } from '#contract/account.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { reportUnauthorized } from '#web/api/session-ended.ts';

/**
 * Whether a refused call of staff means that their session is over: to visitors its address does not exist, so that the
 * call answers 404. Has the whole app say so, as after a 401.
 */
export async function isSessionOver(error: unknown): Promise<boolean> {
  if (import.meta.env.SSR || !(error instanceof ApiError && error.status === 404)) return false;
  const { authenticated } = await call(checkAuth, {});
  if (!authenticated) reportUnauthorized();
  return !authenticated;
}
