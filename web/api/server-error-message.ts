import { ApiError } from './client.ts';

/**
 * The server's message of a refusal: `error.message`, or `message`. Undefined when it has none for
 * people.
 */
export function serverErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // Typed by the contract; a response of a proxy in between may contain anything.
  const problem: unknown = error.problem;
  if (typeof problem !== 'object' || problem === null) return undefined;
  const inner = 'error' in problem ? problem.error : undefined;
  return messageOf(inner) ?? messageOf(problem);
}

function messageOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  return typeof value.message === 'string' && value.message !== '' ? value.message : undefined;
}
