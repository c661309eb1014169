import { randomBytes } from 'node:crypto';
import { requirePresent } from './customers.ts';
import { invalidParameter } from './errors.ts';
import type { Params } from './form.ts';
import type { PortalSession } from './records.ts';
import type { World } from './world.ts';

const FLOWS = ['payment_method_update', 'subscription_cancel'] as const;
export const SESSION_SECONDS = 3600;

/** `billingPortal.sessions.create`: an address that opens the customer's pages to whoever has it. */
export function createPortalSession(world: World, params: Params): PortalSession {
  const customer = requirePresent(world, params.required('customer'));
  const returnUrl = params.text('return_url') || null;
  if (returnUrl && !/^https?:\/\//.test(returnUrl)) {
    throw invalidParameter(
      'return_url',
      'Not a valid URL: return_url must begin with http:// or https://.',
      'url_invalid',
    );
  }
  const secret = randomBytes(16).toString('hex');
  const session: PortalSession = {
    id: world.store.newId('bps'),
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: 'bpc_sandbox',
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    flow: params.has('flow_data') ? readFlow(world, params.part('flow_data'), customer.id) : null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${world.origin}/portal/${secret}`,
  };
  world.store.tables.portalSessions.add(session);
  return session;
}

function readFlow(world: World, params: Params, customer: string): PortalSession['flow'] {
  const type = params.choice('type', FLOWS);
  if (!type)
    throw invalidParameter(
      'flow_data[type]',
      'The sandbox models payment_method_update and subscription_cancel.',
    );
  const completion = params.part('after_completion');
  const redirect = completion.part('redirect').text('return_url');
  const isCancel = type === 'subscription_cancel';
  const subscription = isCancel ? params.part('subscription_cancel').required('subscription') : '';
  if (isCancel && world.store.tables.subscriptions.require(subscription).customer !== customer) {
    throw invalidParameter(
      'flow_data[subscription_cancel][subscription]',
      'This subscription is not the customer’s.',
    );
  }
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: redirect ? { return_url: redirect } : null,
      type: redirect ? 'redirect' : 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: isCancel ? { retention: null, subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
}
