// What the app's page and the sandbox's frames send each other. Types only: both sides check where a message comes from
// before they trust it.

/** How the form looks, as given to `stripe.elements({appearance})`. */
export interface Appearance {
  theme?: string;
  variables?: Record<string, string>;
  rules?: Record<string, Record<string, string>>;
}

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
  appearance: Appearance;
  isReadOnly: boolean;
  /** Of the intent the frame is about; a bearer, so never in an address. */
  clientSecret: string;
}

/** Requests to a frame, responded to with an `IntentResult`, or an error alone. */
export type FrameRequest =
  /** Is the form filled in? Shows what is not. */
  { ask: 'validate' } | { ask: 'confirm' } | { ask: 'read'; clientSecret: string };

export type ToFrame =
  | { kind: 'settings'; settings: FrameSettings }
  /** To the bank's page. */
  | { kind: 'focus' }
  /** Escape was pressed in the page around the bank's page. */
  | { kind: 'leave' }
  | { kind: 'request'; id: number; request: FrameRequest };

export type FromFrame =
  /** The frame's script runs, and has no settings yet. */
  | { kind: 'hello' }
  | { kind: 'ready' }
  | { kind: 'loaderror'; error: StripeError }
  /** Enter was pressed in a field. */
  | { kind: 'submit' }
  | { kind: 'height'; pixels: number }
  | { kind: 'response'; id: number; response: Partial<IntentResult> }
  /** The bank's page is done. */
  | { kind: 'authenticated'; result: IntentResult };
