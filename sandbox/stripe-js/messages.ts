// What the app's page and the sandbox's frames send each other. Types only: both sides check where a message comes from
// before they trust it.

/** As Stripe says what went wrong. */
export interface StripeError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_intent?: Intent;
}

/** A PaymentIntent. */
export interface Intent {
  id?: unknown;
  status?: unknown;
  [member: string]: unknown;
}

export type IntentResult = { intent: Intent; error?: undefined } | { error: StripeError; intent?: undefined };

/** Everything a frame needs to work; sent whenever it says hello. */
export interface FrameSettings {
  key: string;
  isDark: boolean;
  isReadOnly: boolean;
  /** Of the intent the frame is about; a bearer, so never in an address. */
  clientSecret: string;
}

/**
 * What a frame is asked; it responds on the port that comes with it, with an `IntentResult`, or an error alone.
 * `validate`: is the form filled in? Shows what is not. `authenticate`: waits for the bank's page to end.
 */
export type FrameRequest =
  | { ask: 'validate' | 'confirm' | 'authenticate' }
  | { ask: 'read'; clientSecret: string };

export type ToFrame =
  | { kind: 'settings'; settings: FrameSettings }
  /** Escape was pressed in the page around the bank's page. */
  | { kind: 'leave' }
  | { kind: 'request'; request: FrameRequest };

export type FromFrame =
  /** The frame's script runs, and has no settings yet. */
  | { kind: 'hello' }
  | { kind: 'ready' }
  | { kind: 'loaderror'; error: StripeError }
  /** Enter was pressed in a field. */
  | { kind: 'submit' }
  | { kind: 'height'; pixels: number };
