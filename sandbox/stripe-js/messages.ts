// What the app's page and the sandbox's frames say to each other. Types only: both sides check where a message comes
// from before they believe it.

/** How the form looks, as given to `stripe.elements({appearance})`. */
export interface Appearance {
  theme?: string;
  labels?: string;
  inputs?: string;
  variables?: Record<string, string>;
  rules?: Record<string, Record<string, string>>;
  disableAnimations?: boolean;
}

/** As Stripe says what went wrong. */
export interface StripeError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_intent?: Intent;
  setup_intent?: Intent;
}

/** A PaymentIntent or a SetupIntent. */
export interface Intent {
  object?: unknown;
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

/** Questions to a frame, answered with an `IntentResult`, or an error alone. */
export type Question =
  /** Is the form filled in? Shows what is not. */
  | { ask: 'validate' }
  /** Pay, or save the card. */
  | { ask: 'confirm'; clientSecret: string }
  | { ask: 'read'; clientSecret: string };

export type ToFrame =
  | { kind: 'settings'; settings: FrameSettings }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'clear' }
  /** Escape was pressed in the page around a bank's page. */
  | { kind: 'leave' }
  | { kind: 'question'; id: number; question: Question };

export type FromFrame =
  /** The frame's script runs, and knows nothing yet. */
  | { kind: 'hello' }
  | { kind: 'ready' }
  | { kind: 'loaderror'; error: StripeError }
  | { kind: 'change'; isEmpty: boolean; isComplete: boolean }
  | { kind: 'focus' }
  | { kind: 'blur' }
  | { kind: 'escape' }
  /** Enter was pressed in a field. */
  | { kind: 'submit' }
  | { kind: 'height'; pixels: number }
  | { kind: 'answer'; id: number; answer: Partial<IntentResult> }
  /** The bank's page is done. */
  | { kind: 'authenticated'; result: IntentResult };
