import { hasRole, type StaffRole } from '#contract/roles.ts';
import type { Db } from '../database/pool.ts';
import { notFound } from '../http/errors/problems.ts';
import { logSecurityEvent, type SecurityLog } from '../logging/security-events.ts';
import type { Viewer } from '../sessions/viewer.ts';
import type { Act, Actor } from './acts.ts';
import { addAuditEntry, hasAuditEntry } from './audit.queries.ts';
import { truncateIp } from './truncate-ip.ts';

export const CLI_ACTOR: Actor = { role: 'command' };

declare const isStaff: unique symbol;

/** A transaction that changes something for staff. It cannot be had without a line in the audit log: see `auditedTransaction`. */
export type StaffTransaction = Db & { readonly [isStaff]: true };

interface State {
  actor: Actor;
  isRecorded: boolean;
  acts: Act[];
}

const states = new WeakMap<StaffTransaction, State>();

/**
 * Who acts in a request of staff.
 * @throws HttpProblem 404 when the viewer is none of them
 */
export function actorOf({ viewer, ip, log }: { viewer: Viewer; ip: string; log: SecurityLog }): Actor {
  if (viewer.kind !== 'member' || !hasRole(viewer.role, 'moderator')) throw notFound('Resource');
  // Of the three roles, the one left out has just been refused.
  return { role: viewer.role as StaffRole, memberId: viewer.memberId, network: truncateIp(ip), log };
}

/**
 * One transaction of staff: what `work` changes is committed together with its line in the audit log, or not at all.
 * @throws Error, having changed nothing, when `work` neither recorded an act nor said that nothing changed
 */
export function auditedTransaction<T>(
  db: Db,
  actor: Actor,
  work: (transaction: StaffTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute((transaction) => inAuditedTransaction(transaction, actor, work));
}

/** The same inside a transaction that was begun elsewhere. */
export async function inAuditedTransaction<T>(
  transaction: Db,
  actor: Actor,
  work: (transaction: StaffTransaction) => Promise<T>,
): Promise<T> {
  // The one place where the brand is given.
  const staff = transaction as StaffTransaction;
  const state: State = { actor, isRecorded: false, acts: [] };
  states.set(staff, state);
  const result = await work(staff);
  if (!state.isRecorded) throw new Error('A change by staff has no line in the audit log.');
  for (const act of state.acts) logAct(actor, act);
  return result;
}

/** Before the commit: a line of an act that then failed is better than an act without its line. */
function logAct(actor: Actor, { act, subject: { kind, id } }: Act): void {
  // A command writes its own, to standard error.
  if (actor.role === 'command') return;
  const memberId = kind === 'member' ? id : null;
  logSecurityEvent(actor.log, 'staff act', { memberId, by: actor.memberId, act, [kind]: id });
}

/** Writes who did what into the audit log, in the transaction that does it. */
export async function recordAct(transaction: StaffTransaction, act: Act): Promise<void> {
  const state = stateOf(transaction);
  await addAuditEntry(transaction, state.actor, act);
  state.isRecorded = true;
  state.acts.push(act);
}

/** As recordAct, unless the same line is there: for an act that may be repeated after it broke off. */
export async function recordActOnce(transaction: StaffTransaction, act: Act): Promise<void> {
  if (await hasAuditEntry(transaction, act)) markUnchanged(transaction);
  else await recordAct(transaction, act);
}

/** For what was so already: there is nothing to record. */
export function markUnchanged(transaction: StaffTransaction): void {
  stateOf(transaction).isRecorded = true;
}

function stateOf(transaction: StaffTransaction): State {
  const state = states.get(transaction);
  if (state === undefined) throw new Error('This transaction was not begun for an audited action.');
  return state;
}
