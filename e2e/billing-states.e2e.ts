import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paidApp } from './apps.ts';
import { expect, test } from './fixtures.ts';
import { subscribe } from './payment-steps.ts';
import { memberNamed } from './sign-in.ts';

// The table of docs/billing-states.md, row by row: what it quotes stands on the pages, as the server draws them.
const app = paidApp;

/** Each row, by its first cell: what is stored then, beside an Advanced plan that is paid. */
const STORED: Record<string, string> = {
  '`no_subscription`': `user_id = null`,
  '`trialing` (ours)': `user_id = null`,
  '`incomplete`': `status = 'incomplete', is_entitled = false`,
  '`incomplete_expired`': `status = 'incomplete_expired', is_entitled = false`,
  '`active`': `status = 'active'`,
  '`active`, ending': `ends_at = current_period_end`,
  '`active`, downgrade': `next_tier = 'basic', next_amount_cents = 299`,
  '`active`, upgrading': `open_invoice_id = 'in_1', has_pending_update = true`,
  '`active`, discounted': `regular_cents = 499, amount_cents = 399, discount_ends_at = now() + interval '40 days'`,
  '`active`, to be paused': `paused_from = current_period_end`,
  '`active`, paused': `paused_from = now() - interval '1 day'`,
  '`past_due`': `status = 'past_due', past_due_since = now(), open_invoice_id = 'in_1'`,
  '`past_due`, bank': `status = 'past_due', past_due_since = now(), open_invoice_id = 'in_1', is_authentication_needed = true`,
  '`unpaid`': `status = 'unpaid', past_due_since = now() - interval '30 days', open_invoice_id = 'in_1'`,
  '`paused`': `status = 'paused'`,
  '`disputed`': `is_suspended = true`,
  '`canceled`': `status = 'canceled', is_entitled = false`,
  '`canceled`, refunded': `status = 'canceled', is_entitled = false`,
  'any other': `status = 'on_hold_by_regulator'`,
};

const BANNERS: Record<string, string> = { '–': '', trial: 'Trial', overdue: 'Payment overdue' };

interface Row {
  name: string;
  banner: string;
  pages: Record<string, RegExp[]>;
}

async function rowsOfTable(): Promise<Row[]> {
  const text = await readFile(join(import.meta.dirname, '../docs/billing-states.md'), 'utf8');
  const [table = ''] = text.split('## Events');
  return table
    .split('\n')
    .filter((line) => /^\| (?:`|any)/.test(line))
    .map((line) => {
      const [name = '', , , banner = '', subscription = '', subscribing = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const pages = { '/subscription': quotesOf(subscription), '/subscribe': quotesOf(subscribing) };
      return { name, banner: BANNERS[banner] ?? banner, pages };
    });
}

/** "Your subscription ends on …": any text stands for the dots. */
const quotesOf = (cell: string) =>
  [...cell.matchAll(/"([^"]+)"/g)].map(
    ([, quote = '']) =>
      new RegExp(
        quote
          .split('…')
          .map((part) => part.trim().replace(/[$.?()]/g, '\\$&'))
          .join('.*?'),
      ),
  );

/** What a reader without a style sheet sees. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;])/g, '');

test('every page shows every subscription status as docs/billing-states.md says', async ({ page }) => {
  const name = 'stately';
  await subscribe(page, app, name, 'advanced');
  // An event that comes later would store the plan again.
  await app.sandbox('webhooks/settle', {});
  const { email } = memberNamed(name);
  const ofMember = `user_id = (select id from users where email = $1)`;
  await app.query('drop table if exists kept_state', []);
  await app.query(`create table kept_state as select * from subscriptions where ${ofMember}`, [email]);
  const rows = await rowsOfTable();
  expect(rows.map((row) => row.name)).toEqual(Object.keys(STORED));
  const failures: string[] = [];
  for (const row of rows) {
    await app.query(`delete from subscriptions where ${ofMember}`, [email]);
    const isNone = STORED[row.name] === 'user_id = null';
    if (!isNone) {
      await app.query(`insert into subscriptions select * from kept_state`, []);
      await app.query(`update subscriptions set ${STORED[row.name]} where ${ofMember}`, [email]);
    }
    await app.query(
      row.banner === 'Trial'
        ? `insert into trials select issuer, subject, id, now(), now() + interval '5 days' from users where email = $1`
        : 'delete from trials where user_id = (select id from users where email = $1)',
      [email],
    );
    for (const [path, quotes] of Object.entries(row.pages)) {
      const html = await (await page.request.get(app.url + path)).text();
      const banner = /aria-label="(Trial|Payment overdue)"/.exec(html)?.[1] ?? '';
      // Those pages say it themselves, with the way out.
      const saysItself = path === '/subscription' || (path === '/subscribe' && row.banner === 'Trial');
      const expected = saysItself ? '' : row.banner;
      if (banner !== expected) failures.push(`${row.name} ${path}: banner "${banner}"`);
      const text = textOf(html);
      const missing = quotes.filter((quote) => !quote.test(text));
      failures.push(...missing.map((quote) => `${row.name} ${path}: ${quote}`));
    }
  }
  await app.query('drop table kept_state', []);
  expect(failures).toEqual([]);
});
