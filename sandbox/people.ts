import { createHash } from 'node:crypto';
import type { Tier } from '#contract/tiers.ts';

/** A member of the sandbox. All are made up; example.com belongs to nobody (RFC 2606). */
export interface Person {
  email: string;
  firstName: string;
  lastName: string;
  tier: Tier;
}

/** What a person types into the sign-in page. */
export type Identity = Omit<Person, 'tier'>;

/** On the sign-in page to click, one a tier; members of the demo too (demo/load.ts gives them their tiers). */
export const PRESET_USERS: readonly Person[] = [
  { email: 'ada@example.com', firstName: 'Ada', lastName: 'Moreno', tier: 'basic' },
  { email: 'grace@example.com', firstName: 'Grace', lastName: 'Okafor', tier: 'advanced' },
  { email: 'linus@example.com', firstName: 'Linus', lastName: 'Berg', tier: 'pro' },
  { email: 'mina@example.com', firstName: 'Mina', lastName: 'Castellanos', tier: 'engineer' },
];

/** Other members of the demo. They sign in like everybody, by typing their address. */
export const OTHER_PEOPLE: readonly Person[] = [
  { email: 'tomasz@example.com', firstName: 'Tomasz', lastName: 'Wilk', tier: 'basic' },
  { email: 'priya@example.com', firstName: 'Priya', lastName: 'Raman', tier: 'pro' },
  { email: 'jonas@example.com', firstName: 'Jonas', lastName: 'Lindqvist', tier: 'advanced' },
  { email: 'aiko@example.com', firstName: 'Aiko', lastName: 'Sato', tier: 'basic' },
  { email: 'samuel@example.com', firstName: 'Samuel', lastName: 'Adeyemi', tier: 'pro' },
  { email: 'lea@example.com', firstName: 'Léa', lastName: 'Fontaine', tier: 'advanced' },
  { email: 'rowan@example.com', firstName: 'Rowan', lastName: 'Hughes', tier: 'basic' },
  { email: 'noor@example.com', firstName: 'Noor', lastName: 'Haddad', tier: 'pro' },
];

/** The `sub` of an address: the same at every start, although the sandbox remembers nobody. */
export function subjectOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 21);
}
