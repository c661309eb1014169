import type { PaymentIntent } from './records.ts';

interface ErrorBody {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: PaymentIntent;
  charge?: string;
}

/** A response that is an error, with Stripe's codes. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** The parameters were wrong, so nothing began and an idempotency key remembers nothing. */
  readonly isValidation: boolean;

  constructor(status: number, body: ErrorBody, isValidation = false) {
    super(body.message);
    this.name = 'StripeError';
    this.status = status;
    this.body = body;
    this.isValidation = isValidation;
  }
}

export function invalidParameter(param: string, message: string, code?: string): StripeError {
  return new StripeError(
    400,
    { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) },
    true,
  );
}

/** The request is well-formed and the state forbids it. */
export function refused(message: string, more: { code?: string; param?: string } = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...more });
}

export function noSuch(kind: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
