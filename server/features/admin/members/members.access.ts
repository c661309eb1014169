import type { Role } from '#contract/roles.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import type { Member } from '#server/core/http/routing/routes.ts';

/**
 * Nobody takes their own role, suspends or erases themselves, so that one admin at least stays. A tier, a prompt or a
 * refund of their own is on record like everybody's.
 * @throws HttpProblem 403
 */
export function requireOther(viewer: Member, memberId: string): void {
  if (viewer.memberId === memberId) throw new HttpProblem(403, 'This cannot be done to yourself.');
}

/** What is done to staff is done by admins. @throws HttpProblem 403 */
export function requireMayChange(viewer: Member, { role }: { role: Role }): void {
  if (role === 'member' || viewer.role === 'admin') return;
  throw new HttpProblem(403, 'Only an admin can do this to staff.');
}
