-- The history of an order says when its money went back.

alter table orders
  -- Set with the state `refunded`; null for one from before whose day is not known.
  add column refunded_at timestamptz;

update orders o set refunded_at = (
  select max(a.at) from audit_log a where a.act = 'refund order' and a.subject_id = o.id)
where o.state = 'refunded';
