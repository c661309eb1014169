import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPayingPage, isReturnPage } from '#contract/paying-pages.ts';
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

/** What Stripe's own guide asks for card payments (docs/decisions/0010-payments.md). */
const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  payment: '"https://js.stripe.com" "https://*.js.stripe.com"',
};

/** Where the browser's half of paying comes from. */
export interface PaymentOrigins {
  /** A stand-in on this machine instead of Stripe. */
  standIn: string | undefined;
}

/**
 * Puts the headers on every answer on its way out, errors included. Register it before any other onSend hook:
 * what the others keep or send then has them.
 * @param options.contentSecurityPolicy another policy instead of the strict one; for development only
 * @param options.payments absent: nobody pays here, and no page has an exception
 */
export function installSecurityHeaders(
  app: FastifyInstance,
  options: { contentSecurityPolicy?: string | undefined; payments?: PaymentOrigins | undefined } = {},
): void {
  const policy = options.contentSecurityPolicy ?? CONTENT_SECURITY_POLICY;
  const headers = { ...SECURITY_HEADERS, 'content-security-policy': policy };
  const paying = options.payments && payingHeaders(headers, policy, options.payments);
  app.addHook('onSend', (request, reply, _payload, done) => {
    const pathname = request.url.replace(/\?.*/s, '');
    const chosen = paying !== undefined && isPayingPage(pathname) ? paying : headers;
    reply.headers(chosen);
    // The address may hold what opens a payment, until the page's script has taken it out.
    if (isReturnPage(pathname)) reply.header('referrer-policy', 'no-referrer');
    if (isMembersPage(request)) {
      reply.header('content-security-policy', policyForMembers(chosen['content-security-policy'] ?? ''));
    }
    done();
  });
}

function payingHeaders(
  headers: Readonly<Record<string, string>>,
  policy: string,
  { standIn }: PaymentOrigins,
): Record<string, string> {
  const origin = standIn && new URL(standIn).origin;
  // The stand-in's frame asks its own origin; nothing of it is asked from ours.
  const allowed = origin ? { script: origin, frame: origin, connect: '', payment: `"${origin}"` } : STRIPE;
  const directives = policy.split('; ').map((directive) => {
    if (directive.startsWith('script-src ')) return `${directive} ${allowed.script}`;
    return directive.startsWith('connect-src ') ? `${directive} ${allowed.connect}`.trim() : directive;
  });
  return {
    ...headers,
    'content-security-policy': [...directives, `frame-src ${allowed.frame}`].join('; '),
    'permissions-policy': (headers['permissions-policy'] ?? '').replace(
      'payment=()',
      `payment=(self ${allowed.payment})`,
    ),
  };
}

/** Members see their own picture and those of others; visitors see nobody's, so their pages load nothing foreign. */
function policyForMembers(policy: string): string {
  return policy.replace("img-src 'self' data:", `img-src 'self' data: ${PICTURE_ORIGIN}`);
}

function isMembersPage({ viewer, routeOptions }: FastifyRequest): boolean {
  // A request refused before anybody asked who it is from has no viewer yet.
  return viewer?.kind === 'member' && routeOptions.url === PAGE_ROUTE;
}
