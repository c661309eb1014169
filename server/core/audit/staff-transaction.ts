import { hasRole, type StaffRole } from '#contract/roles.ts';
import type { Db } from '../database/pool.ts';
import { notFound } from '../http/errors/problems.ts';
import type { Viewer } from '../sessions/viewer.ts';
import type { Act, Actor } from './acts.ts';
import { addAuditLine } from './audit.queries.ts';
import { networkOf } from './network.ts';

export const COMMAND: Actor = { role: 'command' };

declare const isStaff: unique symbol;

/** A transaction that changes something for staff. It cannot be had without a line in the audit log: see `staffTransaction`. */
export type StaffTransaction = Db & { readonly [isStaff]: true };

interface State {
  actor: Actor;
  isRecorded: boolean;
}

const states = new WeakMap<StaffTransaction, State>();

/**
 * Who acts in a request of staff.
 * @throws HttpProblem 404 when the viewer is none of them
 */
export function actorOf({ viewer, ip }: { viewer: Viewer; ip: string }): Actor {
  if (viewer.kind !== 'member' || !hasRole(viewer.role, 'moderator')) throw notFound('Address');
  // Of the three roles, the one left out has just been refused.
  return { role: viewer.role as StaffRole, memberId: viewer.memberId, network: networkOf(ip) };
}

/**
 * One transaction of staff: what `work` changes is committed together with its line in the audit log, or not at all.
 * @throws Error, having changed nothing, when `work` neither recorded an act nor said that nothing changed
 */
export function staffTransaction<T>(
  db: Db,
  actor: Actor,
  work: (transaction: StaffTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute((transaction) => asStaff(transaction, actor, work));
}

/** The same inside a transaction that was begun elsewhere. */
async function asStaff<T>(
  transaction: Db,
  actor: Actor,
  work: (transaction: StaffTransaction) => Promise<T>,
): Promise<T> {
  // The one place where the brand is given.
  const staff = transaction as StaffTransaction;
  const state: State = { actor, isRecorded: false };
  states.set(staff, state);
  const result = await work(staff);
  if (!state.isRecorded) throw new Error('A change by staff has no line in the audit log.');
  return result;
}

/** Writes who did what into the audit log, in the transaction that does it. */
export async function recordAct(transaction: StaffTransaction, act: Act): Promise<void> {
  const state = stateOf(transaction);
  await addAuditLine(transaction, state.actor, act);
  state.isRecorded = true;
}

/** For what was so already: there is nothing to record. */
export function nothingChanged(transaction: StaffTransaction): void {
  stateOf(transaction).isRecorded = true;
}

function stateOf(transaction: StaffTransaction): State {
  const state = states.get(transaction);
  if (state === undefined) throw new Error('This transaction is none of staff.');
  return state;
}
