import type { AuditEntry } from '#contract/audit.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { STATE_NAMES } from '#web/features/orders/order-messages.ts';
import { capitalized } from '#web/ui/text/capitalized.ts';
import { planStatusName } from '../plan-source.tsx';
import { TICKET_STATE_NAMES } from '../ticket-state-badge.tsx';

export interface Change {
  /** Null where the values say it themselves. */
  name: string | null;
  before: string | null;
  after: string | null;
}

type Line = Pick<AuditEntry, 'act' | 'subject' | 'before' | 'after'>;

/** What an act changes besides what its line names. */
const IMPLIED: Readonly<Record<string, Record<string, unknown>>> = {
  'refund order': { state: 'refunded' },
  'refund plan': { status: 'canceled' },
};

/** Whatever is not here is named as the log names it. */
const NAMES: Readonly<Record<string, string | null>> = {
  state: null,
  status: null,
  role: null,
  tier: null,
  retired: null,
  featured: null,
  suspended: null,
  granted: null,
  refundedCents: 'Returned',
  invoiceId: 'Invoice',
};

/** What no and yes mean. */
const SWITCHES: Readonly<Record<string, readonly [no: string, yes: string]>> = {
  retired: ['In the library', 'Retired'],
  featured: ['Not featured', 'Featured'],
  suspended: ['Active', 'Suspended'],
  granted: ['Locked', 'Open'],
};

const MAIL_STATES: Readonly<Record<string, string>> = { dead: 'Given up', pending: 'Waiting' };
const COMMENTS: Readonly<Record<string, string>> = { keep: 'Kept', remove: 'Removed' };

const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: STATE_NAMES,
  ticket: TICKET_STATE_NAMES,
  mail: MAIL_STATES,
};

/** The old and the new values of a line, as people say them; what stayed as it was is left out. */
export function auditChanges({ act, subject, before, after }: Line): Change[] {
  const now: Record<string, unknown> = { ...IMPLIED[act], ...after };
  // The free tier has no end.
  if (now['tier'] === 'basic') delete now['until'];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])];
  return names
    .map((name) => ({
      name: Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : capitalized(name),
      before: text(subject.kind, name, before?.[name]),
      after: text(subject.kind, name, now[name]) ?? (name in now && before?.[name] ? 'none' : null),
    }))
    .filter((change) => change.before !== change.after);
}

function text(kind: string, name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return SWITCHES[name]?.[value ? 1 : 0] ?? (value ? 'Yes' : 'No');
  if (name.endsWith('Cents') && typeof value === 'number') return formatAmount(value, 'usd');
  if (typeof value !== 'string') return JSON.stringify(value);
  switch (name) {
    case 'state':
      return wordOf(STATES[kind], value);
    case 'status':
      return planStatusName(value);
    case 'tier':
      return wordOf(TIER_NAMES, value);
    case 'comments':
      return wordOf(COMMENTS, value);
    case 'role':
      return capitalized(value);
    default:
      return value;
  }
}

/** A word the log has and we no longer know is shown as it is. */
const wordOf = (words: Readonly<Record<string, string>> | undefined, value: string): string =>
  words && Object.hasOwn(words, value) ? (words[value] ?? value) : capitalized(value);
