import type { Customer, Invoice, PaymentMethod, PortalSession, Subscription } from './records.ts';

/** What the customer's page shows. */
export interface PortalView {
  path: string;
  session: PortalSession;
  customer: Customer;
  card: PaymentMethod | undefined;
  subscriptions: Subscription[];
  invoices: Invoice[];
  notice?: string | undefined;
}

export function portalPage(view: PortalView): string {
  const { path, session, customer, card, subscriptions, invoices, notice } = view;
  return page(
    'Billing',
    `<p class="lead">${escapeHtml(customer.email ?? customer.id)}</p>
${noticeHtml(notice)}
<section aria-labelledby="plan"><h2 id="plan">Plan</h2>${subscriptions.map((one) => plan(path, one)).join('') || '<p>No plan.</p>'}</section>
<section aria-labelledby="card"><h2 id="card">Card</h2>
<p>${card ? escapeHtml(cardName(card)) : 'No card is kept.'}</p>
<p><a class="action" href="${path}/card">Change card</a></p></section>
<section aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
${invoices.length > 0 ? `<ul class="rows">${invoices.map((one) => `<li>${invoiceRow(path, one)}</li>`).join('')}</ul>` : '<p>None yet.</p>'}</section>
${backLink(session)}`,
  );
}

export function cardPage({
  path,
  session,
  problem,
}: {
  path: string;
  session: PortalSession;
  problem?: string;
}): string {
  return page(
    'Change card',
    `${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${path}/card" autocomplete="off">
${field('number', 'Card number', 'inputmode="numeric" maxlength="23" required')}
<div class="names">${field('expiry', 'Expiration date', 'inputmode="numeric" placeholder="MM / YY" maxlength="7" required')}
${field('cvc', 'CVC', 'inputmode="numeric" maxlength="4" required')}</div>
<button class="primary">Save card</button></form>
${backLink(session)}`,
  );
}

/** The owner's bank asks whether it is them. */
export function bankPage(path: string, intent: string): string {
  return page(
    'Your bank asks',
    `<p class="lead">This stands in for your bank. Is it you?</p>
<form method="post" action="${path}/bank"><input type="hidden" name="intent" value="${escapeHtml(intent)}">
<button class="primary" name="outcome" value="succeeded">Complete</button>
<button class="plain" name="outcome" value="failed">Fail</button></form>`,
  );
}

export function cancelPage(path: string, session: PortalSession, subscription: Subscription): string {
  return page('Cancel plan', `${plan(path, subscription)}${backLink(session)}`);
}

export function invoicePage(invoice: Invoice): string {
  const rows = invoice.lines.data
    .map(
      (line) =>
        `<tr><td>${escapeHtml(line.description ?? '')}</td><td>${money(line.amount, line.currency)}</td></tr>`,
    )
    .join('');
  return page(
    `Invoice ${invoice.number ?? ''}`,
    `<p class="lead">${day(invoice.created)}, ${escapeHtml(invoice.status ?? '')}</p>
<table><caption class="lead">What it is for</caption><thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead><tbody>${rows}</tbody>
<tfoot><tr><th scope="row">Due</th><td>${money(invoice.amount_due, invoice.currency)}</td></tr></tfoot></table>`,
  );
}

export function missingPage(): string {
  return page('Billing', '<p class="lead">There is no such page here, or it has expired.</p>');
}

function plan(path: string, subscription: Subscription): string {
  const [item] = subscription.items.data;
  const name = item ? (item.price.nickname ?? item.price.id) : subscription.id;
  const hidden = `<input type="hidden" name="subscription" value="${subscription.id}">`;
  const isEnding = subscription.cancel_at !== null;
  const ends = isEnding ? `<p>Ends on ${day(subscription.cancel_at ?? 0)}.</p>` : '';
  const isLive = ['active', 'past_due', 'trialing'].includes(subscription.status);
  const form = isLive
    ? `<form method="post" action="${path}/${isEnding ? 'resume' : 'cancel'}">${hidden}<button class="plain">${isEnding ? "Don't cancel" : 'Cancel plan'}</button></form>`
    : '';
  const next = item && !isEnding ? `<p>Next invoice on ${day(item.current_period_end)}.</p>` : '';
  return `<p><strong>${escapeHtml(name)}</strong> <span class="tier basic">${escapeHtml(subscription.status)}</span></p>${ends}${next}${form}`;
}

function invoiceRow(path: string, invoice: Invoice): string {
  const link = `<a href="/invoice/${invoice.id}">${day(invoice.created)} · ${money(invoice.total, invoice.currency)} · ${escapeHtml(invoice.status ?? '')}</a>`;
  if (invoice.status !== 'open') return link;
  return `${link}<form method="post" action="${path}/pay"><input type="hidden" name="invoice" value="${invoice.id}"><button class="plain">Pay now</button></form>`;
}

function backLink({ return_url }: PortalSession): string {
  return return_url
    ? `<p><a class="action" href="${escapeHtml(return_url)}">Back to the library</a></p>`
    : '';
}

function noticeHtml(notice: string | undefined): string {
  return notice ? `<p role="status">${escapeHtml(notice)}</p>` : '';
}

function field(name: string, label: string, attributes: string): string {
  return `<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></p>`;
}

function cardName({ card }: PaymentMethod): string {
  return `${card.brand} ending in ${card.last4}, valid until ${card.exp_month}/${card.exp_year}`;
}

function money(cents: number, currency: string): string {
  return `${cents < 0 ? '−' : ''}${(Math.abs(cents) / 100).toFixed(2)} ${escapeHtml(currency.toUpperCase())}`;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} (sandbox)</title><link rel="stylesheet" href="/sandbox.css"></head><body><main><p class="banner">Sandbox: no real payment</p><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
