import type { StripeError } from '../messages.ts';

/** Thrown where the caller's code is wrong, as Stripe.js does; what a customer may cause is a result instead. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}

/** Stands where Stripe.js can do what the sandbox cannot: better loud than a silent nothing. */
export function unsupported(name: string): never {
  throw new IntegrationError(`The payment sandbox does not support ${name}.`);
}

/** Stripe.js refuses names it does not know; so do we, and those we cannot honor. */
export function refuseOthers(where: string, given: object, supported: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !supported.includes(name)) unsupported(`${where}: ${name}`);
  }
}

export function connectionError(message: string): StripeError {
  return { type: 'api_connection_error', message };
}
