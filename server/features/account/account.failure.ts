/** A sign-in that did not come about. The message is for the log: it holds no code, token, state or address. */
export class SignInFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInFailure';
  }
}

/** A failure of a sign-in that was truly begun here: the person can be brought back to where they wanted to go. */
export class UnfinishedSignIn extends Error {
  readonly returnUrl: string;

  constructor(cause: unknown, returnUrl: string) {
    super('The sign-in was not finished.', { cause });
    this.name = 'UnfinishedSignIn';
    this.returnUrl = returnUrl;
  }
}
