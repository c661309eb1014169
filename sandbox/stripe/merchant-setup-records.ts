// What the sandbox keeps of the seller's side, and of the provider's own pages.

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  configuration: string;
  created: number;
  customer: string;
  flow: { type: 'payment_method_update'; after_completion: { type: 'portal_homepage' } } | null;
  return_url: string;
  url: string;
}

export interface Product {
  id: string;
  object: 'product';
  active: boolean;
  created: number;
  name: string;
  type: 'service';
  updated: number;
}

export interface WebhookEndpoint {
  id: string;
  object: 'webhook_endpoint';
  api_version: string;
  created: number;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
  url: string;
}

/** What a customer may do on the provider's pages. */
export interface PortalConfiguration {
  id: string;
  object: 'billing_portal.configuration';
  active: boolean;
  created: number;
  default_return_url: string;
  features: {
    customer_update: { enabled: boolean; allowed_updates: string[] };
    invoice_history: { enabled: boolean };
    payment_method_update: { enabled: boolean };
    subscription_cancel: { enabled: boolean; mode: 'at_period_end'; proration_behavior: 'none' };
    subscription_pause: { enabled: boolean; duration: { type: 'indefinite' } };
    subscription_update: {
      enabled: boolean;
      proration_behavior: 'none';
      trial_update_behavior: 'continue_trial';
    };
  };
  is_default: boolean;
  name: string;
}

interface MethodSetting {
  available: boolean;
  display_preference: { overridable: null; preference: 'on' | 'off'; value: 'on' | 'off' };
}

/** Which ways to pay the account has switched on. */
export interface MethodConfiguration {
  id: string;
  object: 'payment_method_configuration';
  active: boolean;
  application: null;
  card: MethodSetting;
  is_default: boolean;
  link: MethodSetting;
  name: string;
  parent: null;
}

/** What is taken off, and for how long. */
export interface Coupon {
  id: string;
  object: 'coupon';
  amount_off: number | null;
  created: number;
  currency: string | null;
  duration: 'once' | 'repeating' | 'forever';
  duration_in_months: number | null;
  name: string;
  percent_off: number | null;
  times_redeemed: number;
  valid: boolean;
}

/** What people type for a coupon. */
export interface PromotionCode {
  id: string;
  object: 'promotion_code';
  active: boolean;
  code: string;
  created: number;
  expires_at: number | null;
  promotion: { type: 'coupon'; coupon: string };
  restrictions: {
    first_time_transaction: boolean;
    minimum_amount: number | null;
    minimum_amount_currency: string | null;
  };
  times_redeemed: number;
}

/** A coupon on a subscription. */
export interface Discount {
  id: string;
  object: 'discount';
  customer: string;
  end: number | null;
  promotion_code: string | null;
  source: { type: 'coupon'; coupon: string };
  start: number;
  subscription: string;
}
