// What the sandbox keeps of the seller's side, and of the provider's own pages.
import type { Row } from './table.ts';

export interface PortalSession extends Row<'billing_portal.session'> {
  configuration: string;
  customer: string;
  flow: { type: 'payment_method_update' } | null;
  return_url: string;
  url: string;
}

export interface Product extends Row<'product'> {
  name: string;
}

export interface WebhookEndpoint extends Row<'webhook_endpoint'> {
  api_version: string;
  enabled_events: string[];
  status: 'enabled';
  url: string;
}

/** What a customer may do on the provider's pages. */
export interface PortalConfiguration extends Row<'billing_portal.configuration'> {
  active: boolean;
  features: {
    customer_update: { enabled: boolean; allowed_updates: ('name' | 'address' | 'tax_id')[] };
    payment_method_update: { enabled: boolean };
  };
  is_default: boolean;
  name: string;
}

/** Which ways to pay the account has switched on. */
export interface MethodConfiguration extends Row<'payment_method_configuration'> {
  active: boolean;
  application: null;
  card: { available: boolean };
  is_default: boolean;
  link: { display_preference: { value: 'on' | 'off' } };
}
