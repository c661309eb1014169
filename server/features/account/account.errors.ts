/** A sign-in that failed. The message is for the log: it holds no code, token, state or address. */
export class SignInError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInFailure';
  }
}

/** Staff have suspended the member who signs in. */
export class MemberSuspendedError extends SignInError {
  constructor() {
    super('the member is suspended');
    this.name = 'MemberSuspended';
  }
}

/** The person pressed Cancel at the provider. */
export class SignInCanceledError extends SignInError {
  constructor() {
    super('the person canceled');
    this.name = 'SignInCanceled';
  }
}

/** The provider was to ask the person again, and did not. */
export class ReauthenticationSkippedError extends SignInError {
  constructor() {
    super('the provider did not ask the person again');
    this.name = 'NotProven';
  }
}

/** A failure of a sign-in that this browser really started: the person can return to the page they wanted. */
export class UnfinishedSignInError extends Error {
  readonly returnUrl: string;

  constructor(cause: unknown, returnUrl: string) {
    super('The sign-in was not finished.', { cause });
    this.name = 'UnfinishedSignIn';
    this.returnUrl = returnUrl;
  }
}
