import { ApiError } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';

/** Why a change was refused, in the server's words where it has some for people; else the given message. */
export function refusalMessage(error: unknown, message: string): string {
  if (error instanceof ApiError && error.status === 409) return error.problem?.message ?? message;
  return failureMessage(error, message);
}
