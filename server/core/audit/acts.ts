import type { AuditAct, AuditSubject } from '#contract/audit.ts';
import type { StaffRole } from '#contract/roles.ts';
import type { SecurityLog } from '../logging/security-events.ts';

/** Who acts: one of staff in the browser, whose acts are security events too, or somebody at a shell of the server. */
export type Actor =
  | { role: StaffRole; memberId: string; network: string | null; log: SecurityLog }
  | { role: 'command'; memberId?: undefined };

/** What one line of the audit log says. Ids and states only: no name, address or text of anybody, since it stays for good. */
export interface Act {
  act: AuditAct;
  subject: { kind: AuditSubject; id: string };
  /** What was changed, as it was and as it is. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
  /** In the words of whoever acted. */
  reason?: string | undefined;
}
