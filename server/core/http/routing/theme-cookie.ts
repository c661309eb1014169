export type Theme = 'light' | 'dark';

const SECURE = /(?:^|;\s*)__Host-theme=(light|dark)(?:;|$)/;
const PLAIN = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;

/**
 * The theme a visitor chose, from the `theme` cookie (`__Host-theme` over TLS); undefined follows the system. A cookie rather than a
 * script, because a strict policy allows no inline script and a script file would delay the first paint.
 */
export function themeOf(cookies: string | undefined): Theme | undefined {
  // The name no other host can set comes first, whatever the order they are sent in.
  const [, theme] = cookies?.match(SECURE) ?? cookies?.match(PLAIN) ?? [];
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}
