import { isLoopbackUrl } from '#server/config.schema.ts';
import type { Config } from '#server/config.ts';

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Why there must be no sandbox for an app with these settings: anyone who reaches its pages can be anybody,
 * and pays with nothing.
 * @returns sentences; none when it may run
 */
function reasonsAgainstSandbox(config: Config): string[] {
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
  return reasons;
}

/** Why there must be no sandbox for Google. */
export function identityBlockers(config: Config): string[] {
  const real = config.google === undefined ? [] : ['real credentials are set (GOOGLE_CLIENT_ID)'];
  return [...reasonsAgainstSandbox(config), ...real];
}

/** Why there must be no sandbox for Stripe. */
export function reasonsAgainstPayments(config: Config): string[] {
  const real = config.payments === undefined ? [] : ['payment keys are set (STRIPE_SECRET_KEY)'];
  return [...reasonsAgainstSandbox(config), ...real];
}

/** Why there must be no mailbox. */
export function reasonsAgainstMailbox(config: Config): string[] {
  const real = config.mail === undefined ? [] : ['a mail server is set (SMTP_URL)'];
  return [...reasonsAgainstSandbox(config), ...real];
}

/** Without a host it is a socket's folder. */
function isOnThisMachine(databaseUrl: string): boolean {
  return new URL(databaseUrl).hostname === '' || isLoopbackUrl(databaseUrl);
}
