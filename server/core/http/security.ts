import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGE_ROUTE } from './addresses.ts';
import { PICTURE_ORIGIN } from './pictures.ts';

/**
 * Everything from ourselves, nothing inline, nothing framed. `data:` images are the cloth patterns of the tokens.
 * Blocks of data (`application/json`, JSON-LD) are no scripts to a browser and need no exception.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Headers of every answer: pages, data, errors, redirects, 304s, files, and what is said to clients that do not
 * speak HTTP properly. Plain data, so that all those ways out can share them.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), clipboard-write=(self)',
};

/**
 * Puts the headers on every answer on its way out, errors included. Register it before any other onSend hook:
 * what the others keep or send then has them.
 * @param contentSecurityPolicy another policy instead of the strict one; for development only
 */
export function installSecurityHeaders(app: FastifyInstance, contentSecurityPolicy?: string): void {
  const headers =
    contentSecurityPolicy === undefined
      ? SECURITY_HEADERS
      : { ...SECURITY_HEADERS, 'content-security-policy': contentSecurityPolicy };
  const membersPolicy = policyForMembers(headers['content-security-policy'] ?? '');
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(headers);
    if (isMembersPage(request)) reply.header('content-security-policy', membersPolicy);
    done();
  });
}

/** Members see their own picture and those of others; visitors see nobody's, so their pages load nothing foreign. */
function policyForMembers(policy: string): string {
  return policy.replace("img-src 'self' data:", `img-src 'self' data: ${PICTURE_ORIGIN}`);
}

function isMembersPage({ viewer, routeOptions }: FastifyRequest): boolean {
  // A request refused before anybody asked who it is from has no viewer yet.
  return viewer?.kind === 'member' && routeOptions.url === PAGE_ROUTE;
}
