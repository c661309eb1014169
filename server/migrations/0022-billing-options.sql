-- What may go with a payment: an invoice for an order, discounts, a month that is skipped, and what whoever leaves is
-- offered.

alter table orders
  -- The provider's bill; orders from before have none.
  add column invoice_id text unique,
  -- What is to be paid, where that is not the price: less a credit staff gave at the provider.
  add column due_cents integer;

alter table subscriptions
  -- While a discount runs, `amount_cents` is what is charged; this is what is charged after it. Null without one.
  add column regular_cents integer,
  -- Null with `regular_cents`: it does not end.
  add column discount_ends_at timestamptz,
  -- The end of what was paid for before a month that is skipped.
  add column paused_from timestamptz;

-- One that ends before the month is paid for, or another plan, is another attempt.
alter table purchase_attempts add column promotion_code text;

-- Staying was offered in the cancel dialog, and answered.
alter table customers add column stay_answered_at timestamptz;
