import type { Stripe } from 'stripe';

// Where generate.ts begins its walk through the SDK's types. Read by the compiler, never run.

export declare const stripe: Stripe;

/** A union, distinguished by `type`. */
export type AnyEvent = Stripe.Event;
