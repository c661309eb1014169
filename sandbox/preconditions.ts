import { isLoopbackUrl } from '#server/config.schema.ts';
import type { Config } from '#server/config.ts';

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Why none of these must be simulated for an app with these settings: anyone who reaches the pages of the sandbox can be
 * anybody, and pays with nothing.
 * @returns sentences; none for what may run
 */
export function sandboxBlockers(config: Config): Record<'identity' | 'payments' | 'mail', string[]> {
  const reasons: string[] = [];
  if (config.mode === 'production') reasons.push('NODE_ENV is production');
  if (!LOOPBACK_ADDRESSES.includes(config.host))
    reasons.push(`HOST is ${config.host}, which others can reach`);
  if (!isLoopbackUrl(config.publicUrl))
    reasons.push(`PUBLIC_URL is ${config.publicUrl}, which is not this machine`);
  // Demo members and made-up accounts would be written into a database that others may live from.
  if (config.databaseUrl !== undefined && !isOnThisMachine(config.databaseUrl))
    reasons.push('DATABASE_URL is on another machine');
  // With PORT=0 the system chooses, too late to know where to send browsers back to.
  if (new URL(config.publicUrl).port === '0')
    reasons.push('PORT is 0, and PUBLIC_URL does not say where the app is');
  const unless = (real: unknown, reason: string) => (real === undefined ? reasons : [...reasons, reason]);
  return {
    identity: unless(config.google, 'real credentials are set (GOOGLE_CLIENT_ID)'),
    payments: unless(config.payments, 'payment keys are set (STRIPE_SECRET_KEY)'),
    mail: unless(config.mail, 'a mail server is set (SMTP_URL)'),
  };
}

/** Without a host it is a socket's folder. */
function isOnThisMachine(databaseUrl: string): boolean {
  return new URL(databaseUrl).hostname === '' || isLoopbackUrl(databaseUrl);
}
