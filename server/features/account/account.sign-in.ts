import type { Db } from '#server/core/database/pool.ts';
import { endSession, newToken, startSession } from '#server/core/sessions/sessions.ts';
import { withTimeout } from '#server/core/with-timeout.ts';
import { MemberSuspendedError, SignInError, UnfinishedSignInError } from './account.errors.ts';
import type { GoogleClient } from './account.google.ts';
import { addSignInMail } from './account.mail.ts';
import { addAttempt, isSuspended, takeAttempt, upsertMember } from './account.queries.ts';

interface Dependencies {
  db: Db;
  google: GoogleClient;
}

/**
 * Starts a sign-in for one browser.
 * @param call.browserToken of the browser's sign-in cookie; all its tabs share it
 * @param call.isReauthentication the person has to prove who they are, for a dangerous act
 * @returns the URL to redirect the browser to
 * @throws SignInFailure when the provider cannot be reached
 */
export function beginSignIn(
  { db, google }: Dependencies,
  call: { browserToken: string; returnUrl: string; isReauthentication: boolean },
): Promise<string> {
  return withSignInTimeout(google.timeouts.step, async () => {
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const location = await google.authorizationUrl({
      ...secrets,
      isReauthentication: call.isReauthentication,
    });
    await addAttempt(db, { ...secrets, ...call });
    return location;
  });
}

export interface SignedIn {
  memberId: string;
  sessionToken: string;
  returnUrl: string;
}

/**
 * Finishes a sign-in: its state is consumed first, whatever the outcome; the session starts last, in one transaction
 * with the member. The browser's previous session ends, which prevents session fixation.
 * @param call.query of the callback, as it arrived
 * @throws SignInFailure, or UnfinishedSignIn with the page the person wanted
 */
export function finishSignIn(
  { db, google }: Dependencies,
  call: {
    query: string;
    browserToken: string | undefined;
    oldSession: string | undefined;
    device: string | null;
  },
): Promise<SignedIn> {
  return withSignInTimeout(google.timeouts.step, async (requireTime) => {
    const states = new URLSearchParams(call.query).getAll('state');
    const [state] = states;
    if (state === undefined || states.length > 1) throw new SignInError('callback without one state');
    if (call.browserToken === undefined)
      throw new SignInError('callback in a browser that started no sign-in');
    const attempt = await takeAttempt(db, { state, browserToken: call.browserToken });
    if (attempt === undefined) {
      throw new SignInError('callback with a state that is unknown, used, expired or of another browser');
    }
    try {
      const profile = await google.fetchProfile(call.query, attempt);
      const signedIn = await db.transaction().execute(async (transaction) => {
        // Once a failure has been reported, nothing of this sign-in may be committed.
        requireTime();
        const { memberId, isNew } = await upsertMember(transaction, profile);
        if (await isSuspended(transaction, memberId)) throw new MemberSuspendedError();
        await addSignInMail(transaction, { memberId, isNew, device: call.device });
        if (call.oldSession !== undefined) await endSession(transaction, call.oldSession);
        const sessionToken = await startSession(transaction, memberId, {
          device: call.device,
          provenAt: profile.provenAt,
        });
        requireTime();
        return { memberId, sessionToken };
      });
      return { ...signedIn, returnUrl: attempt.returnUrl };
    } catch (error) {
      throw new UnfinishedSignInError(error, attempt.returnUrl);
    }
  });
}

/**
 * Limits the time of the work. A hanging call cannot be aborted, so the work checks the time before its effects.
 * @param work gets a function that throws once the time is up
 */
function withSignInTimeout<Result>(
  milliseconds: number,
  work: (requireTime: () => void) => Promise<Result>,
): Promise<Result> {
  let isLate = false;
  const requireTime = () => {
    if (isLate) throw new SignInError(`not done within ${milliseconds} ms`);
  };
  return withTimeout(work(requireTime), milliseconds, () => {
    isLate = true;
    throw new SignInError(`not done within ${milliseconds} ms`);
  });
}
