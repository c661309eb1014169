// `npm run admin -- grant|revoke|list`: who is staff. The first admin is made here, the app running or not.

import { ROLES, type Role } from '#contract/roles.ts';
import { ConfigError } from '#server/config.ts';
import { auditedTransaction, CLI_ACTOR } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { logSecurityEvent, STANDARD_ERROR } from '#server/core/logging/security-events.ts';
import { findByEmail, findStaff, setRole } from '#server/features/admin/admin.public.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run admin -- COMMAND

  grant EMAIL [moderator|admin]   makes a member one of staff (admin when nothing is said)
  revoke EMAIL                    makes them a member like all others
  list                            who is staff

The member has to have signed in once. The app may run meanwhile. Every change is in the audit log, as of a command.

Exit codes: 0 done, 1 there is no such member, 2 wrong usage.`;

class UsageError extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const work = readCommand(args);
    if (work === undefined) console.log(USAGE);
    else await withDatabase({ isReadOnly: false }, (_pool, db) => work(db));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) console.error(`\n${USAGE}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

/** @returns undefined when help was asked for */
function readCommand(args: string[]): ((db: Db) => Promise<void>) | undefined {
  const [command = '', email, role = 'admin', ...more] = args;
  if (command === '--help' || command === '-h') return undefined;
  if (command === 'list' && args.length === 1) return list;
  const isKnown = command === 'grant' || command === 'revoke';
  if (!isKnown) throw new UsageError(`There is no command "${args.join(' ')}".`);
  if (email === undefined || more.length > 0 || (command === 'revoke' && args.length > 2)) {
    throw new UsageError(`${command} takes the address of one member.`);
  }
  const newRole = command === 'revoke' ? 'member' : ROLES.find((each) => each === role && each !== 'member');
  if (newRole === undefined) throw new UsageError(`There is no role "${role}".`);
  return (db) => change(db, email, newRole);
}

async function list(db: Db): Promise<void> {
  const staff = await findStaff(db);
  for (const { id, email, role } of staff) console.log(`${role.padEnd(9)}  ${id}  ${email}`);
  if (staff.length === 0) console.log('Nobody is staff yet.');
}

async function change(db: Db, email: string, role: Role): Promise<void> {
  const [member, ...others] = await findByEmail(db, email);
  if (member === undefined) throw new Error(`No member has the address ${email}: sign in once first.`);
  if (others.length > 0) throw new Error(`${others.length + 1} members have the address ${email}.`);
  await auditedTransaction(db, CLI_ACTOR, (transaction) => setRole(transaction, member.id, role));
  const act = role === 'member' ? 'revoke role' : 'grant role';
  logSecurityEvent(STANDARD_ERROR, 'staff act', { memberId: member.id, act, role });
  console.log(`${email} is ${role === 'admin' ? 'an' : 'a'} ${role}.`);
}
