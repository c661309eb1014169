import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

export interface Customer {
  customerId: string | null;
  generation: number;
  /** The member's current one. */
  memberEmail: string;
}

/** Adds the member's row where there is none. @returns undefined when there is no such member (any more) */
export async function ensureCustomer(db: Db, memberId: string): Promise<Customer | undefined> {
  await sql`insert into customers (user_id, email) select id, email from users where id = ${memberId}
    on conflict (user_id) do nothing`.execute(db);
  const { rows } = await sql<Customer>`
    select c.customer_id as "customerId", c.generation, u.email as "memberEmail"
    from customers c join users u on u.id = c.user_id where c.user_id = ${memberId}`.execute(db);
  return rows[0];
}

export async function setCustomer(
  db: Db,
  memberId: string,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await sql`update customers set customer_id = ${customerId}, email = ${email}
    where user_id = ${memberId}`.execute(db);
}

/** By staff: such a member cannot sign in. */
export async function isMemberSuspended(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${memberId} and suspended_at is not null`.execute(db);
  return rows.length > 0;
}

/** The customer is gone at the provider: the next one gets another idempotency key. */
export async function unlinkCustomer(db: Db, memberId: string, customerId: string): Promise<void> {
  await sql`update customers set customer_id = null, generation = generation + 1
    where user_id = ${memberId} and customer_id = ${customerId}`.execute(db);
}

/** Stays, whatever becomes of the plan. */
export async function markHadPlan(db: Db, memberId: string): Promise<void> {
  await sql`update customers set has_had_plan = true where user_id = ${memberId} and not has_had_plan`.execute(
    db,
  );
}

export async function findCustomerId(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string | null }>`
    select customer_id from customers where user_id = ${memberId}`.execute(db);
  return rows[0]?.customer_id ?? undefined;
}

/** The member's address where the provider has another, as far as we know. */
export async function findChangedEmail(
  db: Db,
  memberId: string,
  customerId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select u.email from customers c join users u on u.id = c.user_id
    where c.user_id = ${memberId} and c.customer_id = ${customerId} and c.email <> u.email`.execute(db);
  return rows[0]?.email;
}

export async function findMemberOfCustomer(db: Db, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from customers where customer_id = ${customerId}`.execute(db);
  return rows[0]?.user_id;
}

/** Members with a customer, by id, after this one. */
export async function findCustomersAfter(db: Db, memberId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from customers where customer_id is not null and user_id > ${memberId}
    order by user_id limit ${count}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Remembered after the account: what the provider tells of it later must not go unseen. */
export async function addDeletedCustomer(transaction: Db, customerId: string): Promise<void> {
  await sql`insert into deleted_customers (customer_id) values (${customerId}) on conflict do nothing`.execute(
    transaction,
  );
}

export async function isDeletedCustomer(db: Db, customerId: string): Promise<boolean> {
  const { rows } = await sql`select from deleted_customers where customer_id = ${customerId}`.execute(db);
  return rows.length > 0;
}

/**
 * Whoever had a trial or a plan gets no trial when they sign up again (DECISIONS 63). Of their account with the sign-in
 * provider only a one-way code is kept.
 */
export async function markTrialUsed(transaction: Db, memberId: string): Promise<void> {
  await sql`insert into spent_trials select trial_code(u.issuer, u.subject) from users u
    where u.id = ${memberId} and (exists (select from customers c where c.user_id = u.id and c.has_had_plan)
      or exists (select from trials t where t.issuer = u.issuer and t.subject = u.subject))
    on conflict do nothing`.execute(transaction);
  await sql`delete from trials t using users u
    where u.id = ${memberId} and t.issuer = u.issuer and t.subject = u.subject`.execute(transaction);
}

/** Whether a member took what was offered instead of canceling. The column is older: it was also set by canceling. */
export async function hasTakenRetentionOffer(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from customers
    where user_id = ${memberId} and stay_answered_at is not null`.execute(db);
  return rows.length > 0;
}

export async function setRetentionOfferTaken(db: Db, memberId: string, isTaken: boolean): Promise<void> {
  await sql`update customers set stay_answered_at = case when ${isTaken} then now() end
    where user_id = ${memberId} and (stay_answered_at is null) = ${isTaken}`.execute(db);
}
