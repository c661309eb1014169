import { escapeHtml, fieldHtml, hiddenHtml, pageHtml, problemHtml } from '../html.ts';
import { isoDay } from './invoice-lines.ts';
import type { Customer, Invoice, PaymentMethod, PortalSession } from './records.ts';

interface HomeView {
  path: string;
  session: PortalSession;
  customer: Customer;
  card: PaymentMethod | undefined;
  /** Of a business; undefined where the page does not take one. */
  taxId: string | undefined;
  invoices: Invoice[];
}

const page = (title: string, content: string) => pageHtml(title, 'Sandbox: no real payment', content);

export function homePage({ path, session, customer, card, taxId, invoices }: HomeView): string {
  const rows = invoices.map(invoiceRow).join('');
  return page(
    'Billing',
    `<p class="lead">${escapeHtml(customer.email ?? customer.id)}</p>
<section aria-labelledby="card"><h2 id="card">Card</h2><p>${card ? cardName(card) : 'No card is kept.'}</p>
<p><a href="${path}/card">Change card</a></p></section>
${taxId === undefined ? '' : taxIdForm(path, taxId)}
<section aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>${rows ? `<ul>${rows}</ul>` : '<p>None yet.</p>'}</section>
${backLink(session)}`,
  );
}

function taxIdForm(path: string, taxId: string): string {
  return `<section aria-labelledby="tax"><h2 id="tax">Tax ID</h2><form method="post" action="${path}/tax-id">
${fieldHtml('tax_id', 'VAT or GST number of your business', 'maxlength="30"', taxId)}
<button class="primary">Save tax ID</button></form></section>`;
}

export function cardPage(path: string, session: PortalSession, problem?: string): string {
  return page(
    'Change card',
    `${problemHtml(problem)}<form method="post" action="${path}/card" autocomplete="off">
${fieldHtml('number', 'Card number', 'inputmode="numeric" maxlength="23" required')}
<div class="fields">${fieldHtml('expiry', 'Expiration date', 'inputmode="numeric" placeholder="MM / YY" maxlength="7" required')}
${fieldHtml('cvc', 'CVC', 'inputmode="numeric" maxlength="4" required')}</div>
<button class="primary">Save card</button></form>${backLink(session)}`,
  );
}

/** @param id of what the owner's bank is asked about */
export function bankPage(action: string, id: string): string {
  return page(
    'Your bank asks',
    `<p class="lead">This stands in for your bank. Is it you?</p>
<form method="post" action="${action}">${hiddenHtml('id', id)}
<button class="primary" name="outcome" value="succeeded">Complete</button>
<button class="plain" name="outcome" value="failed">Fail</button></form>`,
  );
}

export function receiptPage(invoice: Invoice): string {
  const pdf = `<p><a href="${escapeHtml(invoice.invoice_pdf ?? '')}">Download as PDF</a></p>`;
  return page('Receipt', `<ul>${invoiceRow(invoice)}</ul>${pdf}`);
}

export function missingPage(): string {
  return page('Billing', '<p class="lead">There is no such page here, or it has expired.</p>');
}

function invoiceRow({ created, total, currency, status }: Invoice): string {
  const amount = `${total < 0 ? '−' : ''}${(Math.abs(total) / 100).toFixed(2)} ${currency.toUpperCase()}`;
  return `<li>${isoDay(created)} · ${escapeHtml(amount)} · ${status}</li>`;
}

function backLink({ return_url }: PortalSession): string {
  return `<p><a href="${escapeHtml(return_url)}">Back to the library</a></p>`;
}

function cardName({ brand, last4, exp_month, exp_year }: PaymentMethod): string {
  return `${brand} ending in ${last4}, valid until ${exp_month}/${exp_year}`;
}
