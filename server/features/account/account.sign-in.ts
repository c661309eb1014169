import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/core/database/pool.ts';
import { endSession, newToken, startSession } from '#server/core/sessions.ts';
import { SignInFailure, UnfinishedSignIn } from './account.failure.ts';
import type { GoogleClient } from './account.google.ts';
import { addAttempt, setMember, takeAttempt } from './account.queries.ts';

/** Whatever hangs, the person sees a page within ten seconds (RELIABILITY A15). Milliseconds. */
const DEADLINE = 9000;

interface Parts {
  db: Db;
  google: GoogleClient;
}

/**
 * Begins a sign-in for one browser.
 * @param call.browserToken what the browser's sign-in cookie holds; a second tab goes on with the same
 * @returns where to send the browser
 * @throws SignInFailure when the provider is away
 */
export function beginSignIn(
  { db, google }: Parts,
  call: { browserToken: string; returnUrl: string },
): Promise<string> {
  return withDeadline(async () => {
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const location = await google.authorizationUrl(secrets);
    await addAttempt(db, { ...secrets, ...call });
    return location;
  });
}

export interface SignedIn {
  sessionToken: string;
  returnUrl: string;
}

/**
 * Ends a sign-in: its state is used up first, whatever comes of it; the session begins last, in one transaction
 * with the member. The session the browser had ends, so that nobody goes on with one they were given.
 * @param call.query of the callback, as it arrived
 * @throws SignInFailure, with the page the person wanted when that is known
 */
export function finishSignIn(
  { db, google }: Parts,
  call: { query: string; browserToken: string | undefined; oldSession: string | undefined },
): Promise<SignedIn> {
  return withDeadline(async (requireTime) => {
    const states = new URLSearchParams(call.query).getAll('state');
    const [state] = states;
    if (state === undefined || states.length > 1) throw new SignInFailure('callback without one state');
    if (call.browserToken === undefined)
      throw new SignInFailure('callback in a browser that began no sign-in');
    const attempt = await takeAttempt(db, { state, browserToken: call.browserToken });
    if (attempt === undefined) {
      throw new SignInFailure('callback with a state that is unknown, used, expired or of another browser');
    }
    try {
      const profile = await google.fetchProfile(call.query, attempt);
      const sessionToken = await db.transaction().execute(async (transaction) => {
        // Told as failed is failed: nothing of it may be left once the person has been told.
        requireTime();
        const memberId = await setMember(transaction, profile);
        if (call.oldSession !== undefined) await endSession(transaction, call.oldSession);
        const token = await startSession(transaction, memberId);
        requireTime();
        return token;
      });
      return { sessionToken, returnUrl: attempt.returnUrl };
    } catch (error) {
      throw new UnfinishedSignIn(error, attempt.returnUrl);
    }
  });
}

/**
 * Waits for the work, but not for ever. What hangs cannot be stopped, so the work asks before its effects.
 * @param work gets a function that throws once the time is up
 */
async function withDeadline<T>(work: (requireTime: () => void) => Promise<T>): Promise<T> {
  const done = new AbortController();
  let isLate = false;
  const tooLate = () => new SignInFailure(`not done within ${DEADLINE} ms`);
  const late = sleep(DEADLINE, undefined, { signal: done.signal, ref: false }).then(
    () => {
      isLate = true;
      return Promise.reject(tooLate());
    },
    // Aborted: the work was done in time, and nobody waits here any longer.
    () => new Promise<never>(() => undefined),
  );
  const requireTime = () => {
    if (isLate) throw tooLate();
  };
  try {
    return await Promise.race([work(requireTime), late]);
  } finally {
    done.abort();
  }
}
