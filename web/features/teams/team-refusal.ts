import { ApiError } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';

/** Why a change was refused, in the server's words where it has some for people; else the given message. */
export function teamRefusal(error: unknown, message: string): string {
  const isForPeople = error instanceof ApiError && (error.status === 409 || error.status === 403);
  if (isForPeople) return error.problem?.message ?? message;
  return failureMessage(error, `${message} Please try again.`);
}
