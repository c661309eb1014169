/** What somebody may do for the library, apart from what they read (tiers); each includes the one before. */
export const ROLES = ['member', 'moderator', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** The roles whose pages everybody else does not find. */
export const STAFF_ROLES = ['moderator', 'admin'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

export function hasRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

/** Where the addresses of staff's calls begin. */
export const STAFF_PATH_PREFIX = '/api/admin/';
