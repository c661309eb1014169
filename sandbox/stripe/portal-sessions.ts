import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Account } from './account.ts';
import { invalidParameter } from './errors.ts';
import type { PortalSession } from './merchant-setup-records.ts';
import { requireCustomer } from './subscriptions.ts';

export const SESSION_SECONDS = 3600;

/** Of the account, where a session names no other. */
export const DEFAULT_PORTAL = 'bpc_sandbox';

export const portalParams = z.strictObject({
  customer: z.string(),
  return_url: z.string(),
  configuration: z.string().optional(),
  flow_data: z.strictObject({ type: z.literal('payment_method_update') }).optional(),
});

/** `billingPortal.sessions.create`: an address that lets everybody who has it into the customer's pages. */
export function createPortalSession(account: Account, params: z.infer<typeof portalParams>): PortalSession {
  requireCustomer(account, params.customer);
  if (!/^https?:\/\//.test(params.return_url)) {
    throw invalidParameter('return_url', 'Not a valid URL.', 'url_invalid');
  }
  return account.tables.portalSessions.add({
    configuration: params.configuration ?? DEFAULT_PORTAL,
    customer: params.customer,
    flow: params.flow_data ?? null,
    return_url: params.return_url,
    url: `${account.origin}/portal/${randomBytes(16).toString('hex')}`,
  });
}
