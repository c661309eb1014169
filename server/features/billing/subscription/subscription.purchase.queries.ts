import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** A purchase whose request to the provider may have to be repeated; its id is the idempotency key. */
export interface PurchaseAttempt {
  id: string;
  priceId: string;
  /** The provider's id of it. */
  promotionCode: string | null;
  subscriptionId: string | null;
  ageSeconds: number;
}

export async function findOpenAttempt(db: Db, memberId: string): Promise<PurchaseAttempt | undefined> {
  const { rows } = await sql<PurchaseAttempt>`
    select id, price_id as "priceId", promotion_code as "promotionCode", subscription_id as "subscriptionId",
      extract(epoch from now() - created_at)::float8 as "ageSeconds"
    from purchase_attempts where user_id = ${memberId} and is_open`.execute(db);
  return rows[0];
}

export async function addAttempt(
  db: Db,
  attempt: Pick<PurchaseAttempt, 'id' | 'priceId' | 'promotionCode'> & { memberId: string },
): Promise<void> {
  const { id, memberId, priceId, promotionCode } = attempt;
  await sql`insert into purchase_attempts (id, user_id, price_id, promotion_code)
    values (${id}, ${memberId}, ${priceId}, ${promotionCode})`.execute(db);
}

export async function setAttemptSubscription(db: Db, id: string, subscriptionId: string): Promise<void> {
  await sql`update purchase_attempts set subscription_id = ${subscriptionId} where id = ${id}`.execute(db);
}

export async function closeAttempts(db: Db, memberId: string): Promise<void> {
  await sql`update purchase_attempts set is_open = false where user_id = ${memberId} and is_open`.execute(db);
}
