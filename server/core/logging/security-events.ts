/** What somebody who looks into an incident asks the log for (docs/operations.md says how long to keep it). */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in failed'
  | 'sign-out'
  | 'sign-out everywhere'
  | 'session ended'
  | 'token created'
  | 'token revoked'
  | 'grant created'
  | 'grant revoked'
  | 'grant revoked: used twice'
  | 'account exported'
  | 'account deleted'
  | 'tier changed'
  | 'staff act'
  | 'permission refused'
  | 'limit reached';

export interface SecurityLog {
  info(fields: Record<string, unknown>, message: string): void;
}

/**
 * One line with `securityEvent` to filter by. Members are named by our id, never by name, address or token.
 * @param details `memberId`: whom it is about; null when nobody is signed in
 */
export function logSecurityEvent(
  log: SecurityLog,
  securityEvent: SecurityEvent,
  details: { memberId: string | null } & Readonly<Record<string, string | number | null>>,
): void {
  log.info({ securityEvent, ...details }, 'security event');
}

/** Of commands, which have no log: standard error, for whoever runs them to send to it. */
export const STANDARD_ERROR: SecurityLog = {
  info: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};
