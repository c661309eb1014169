import bowser from 'bowser';

/** Longer ones are no browser's. */
const MAX_USER_AGENT = 400;

/** "Firefox on macOS", for people to tell their sessions apart; null when the header does not say. */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MAX_USER_AGENT) return null;
  const { browser, os } = bowser.parse(userAgent);
  if (!browser.name) return null;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
