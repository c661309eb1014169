import { z } from 'zod';
import type { Account } from './account.ts';
import { HOUR, periodEnd } from './calendar.ts';
import { invalidParameter, refused, StripeError } from './errors.ts';
import { itemOf, periodLine, prorationLines } from './invoice-lines.ts';
import { billTo, composeInvoice, draftInvoice } from './invoices.ts';
import { collectAutomatically, payInvoice } from './pay-invoice.ts';
import type { Invoice, Item, Line, Price, Subscription } from './records.ts';
import { whole } from './route.ts';
import { finalizeInvoice, hasEnded } from './subscription-state.ts';

const PENDING_SECONDS = 23 * HOUR;

/** What of `subscriptions.update` is about the plan, and what a preview takes. */
export const planParams = {
  items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]),
  /** A new period begins, and is charged whole. */
  billing_cycle_anchor: z.strictObject({ type: z.literal('now') }).optional(),
  proration_behavior: z.enum(['always_invoice', 'none']),
  proration_date: whole().optional(),
};

/** `invoices.createPreview` */
export const previewParams = z.strictObject({
  customer: z.string(),
  subscription: z.string(),
  subscription_details: z.strictObject(planParams),
});

type PlanParams = z.infer<typeof previewParams>['subscription_details'];

interface PlanChange {
  item: Item;
  lines: Line[];
  prorationDate: number;
  /** Where a new period begins. */
  anchor: number | undefined;
}

/** Another price: charged now (`always_invoice`), or simply from the next invoice on (`none`). */
export function changePlan(
  account: Account,
  subscription: Subscription,
  params: PlanParams,
  isPending: boolean,
): void {
  const change = planChange(account, subscription, params);
  const invoice = change.lines.length > 0 ? billChange(account, subscription, change) : undefined;
  const isUnpaid = invoice !== undefined && invoice.status !== 'paid';
  if (isUnpaid && isPending) {
    payThenApply(account, subscription, change, invoice);
    return;
  }
  account.change(subscription, {
    items: { ...subscription.items, data: [change.item] },
    billing_cycle_anchor: change.anchor ?? subscription.billing_cycle_anchor,
  });
  if (isUnpaid) collectAutomatically(account, invoice);
}

/** `invoices.createPreview`: by the same sums as the change itself; nothing is stored. */
export function previewChange(account: Account, subscription: Subscription, params: PlanParams): Invoice {
  if (hasEnded(subscription)) {
    throw refused('You cannot preview an invoice for a canceled subscription.', {
      code: 'invoice_upcoming_none',
    });
  }
  const { lines, prorationDate } = planChange(account, subscription, params);
  const draft = { ...billTo(subscription), reason: 'upcoming' as const, lines, prorationDate };
  return composeInvoice(account, draft, account.newId('upcoming_in'));
}

function planChange(account: Account, subscription: Subscription, params: PlanParams): PlanChange {
  if (subscription.pending_update) {
    throw refused('This subscription has a pending update, which has to be paid or to expire first.');
  }
  const old = itemOf(subscription);
  const at = params.proration_date ?? account.now();
  if (at < old.current_period_start || at > old.current_period_end) {
    throw invalidParameter('proration_date', 'The proration date must be within the current period.');
  }
  const [wanted] = params.items;
  if (wanted.id !== old.id) {
    throw refused(`No such subscription item: '${wanted.id}'`, { code: 'resource_missing' });
  }
  const item = { ...old, price: requirePrice(account, wanted.price) };
  if (params.billing_cycle_anchor) return newPeriod(account, item, params);
  const isCharged = params.proration_behavior === 'always_invoice';
  const lines = isCharged ? prorationLines(account, subscription, item, at) : [];
  return { item, prorationDate: at, lines, anchor: undefined };
}

/** A copy. @throws StripeError unless it is for sale */
export function requirePrice(account: Account, id: string): Price {
  const price = account.tables.prices.require(id, 'items[0][price]');
  if (price.active) return structuredClone(price);
  throw invalidParameter('items[0][price]', 'The price specified is inactive.', 'price_inactive');
}

/** Nothing of the old period is given back here. */
function newPeriod(account: Account, item: Item, params: PlanParams): PlanChange {
  if (params.proration_behavior !== 'none') throw refused('A new period with prorations is not modelled.');
  const start = account.now();
  const end = periodEnd(start, start);
  const next = { ...item, current_period_start: start, current_period_end: end };
  return {
    item: next,
    prorationDate: start,
    lines: [periodLine(account, next, { start, end })],
    anchor: start,
  };
}

function billChange(
  account: Account,
  subscription: Subscription,
  { lines, prorationDate }: PlanChange,
): Invoice {
  if (subscription.pause_collection) throw refused('A change while bills are voided is not modelled.');
  const draft = { ...billTo(subscription), reason: 'subscription_update' as const, lines, prorationDate };
  const invoice = draftInvoice(account, draft);
  finalizeInvoice(account, invoice);
  return invoice;
}

/** The old plan stays until the money has come. */
function payThenApply(
  account: Account,
  subscription: Subscription,
  { item, anchor }: PlanChange,
  invoice: Invoice,
): void {
  account.internals.invoiceOfUpdate[subscription.id] = invoice.id;
  subscription.pending_update = {
    billing_cycle_anchor: anchor ?? null,
    expires_at: Math.min(itemOf(subscription).current_period_end, account.now() + PENDING_SECONDS),
    subscription_items: [item],
  };
  try {
    payInvoice(account, invoice);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    account.emit('customer.subscription.updated', subscription, { pending_update: null });
  }
}
