export type Theme = 'light' | 'dark';

/**
 * The theme a visitor chose, from the `theme` cookie (`__Host-theme` over TLS); undefined follows the system. A cookie rather than a
 * script, because a strict policy allows no inline script and a script file would delay the first paint.
 */
export function themeOf(cookies: string | undefined): Theme | undefined {
  const match = cookies?.match(/(?:^|;\s*)(?:__Host-)?theme=(light|dark)(?:;|$)/);
  return match?.[1] === 'light' || match?.[1] === 'dark' ? match[1] : undefined;
}
