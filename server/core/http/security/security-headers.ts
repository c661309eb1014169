import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasPaymentForm, isPaymentReturnPage } from '#contract/payment-pages.ts';
import { COUNTDOWN_SOURCE } from '../errors/error-page.ts';
import { isPageRoute } from '../routing/request-target.ts';
import { PROFILE_IMAGE_ORIGIN } from './profile-images.ts';

/**
 * Everything from ourselves, nothing inline, nothing framed. `data:` images are the patterns of the design tokens.
 * Data blocks (`application/json`, JSON-LD) are not scripts to a browser and need no exception.
 */
export const CONTENT_SECURITY_POLICY = [
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

/** Of the error page that counts down. It has neither pictures nor payments. */
export const COUNTDOWN_POLICY = CONTENT_SECURITY_POLICY.replace(
  "script-src 'self'",
  `script-src 'self' ${COUNTDOWN_SOURCE}`,
);

/**
 * Headers of every response: pages, data, errors, redirects, 304s, files, and responses to malformed requests. Plain
 * data, so that all of those can share them.
 */
export type SecurityHeaders = Readonly<Record<string, string>>;

/** @param options.hstsIncludesSubdomains whether browsers shall ask the host's subdomains by TLS only, too */
export function securityHeaders(options: { hstsIncludesSubdomains: boolean }): SecurityHeaders {
  const hsts = options.hstsIncludesSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000';
  return { ...BASIC_HEADERS, 'strict-transport-security': hsts };
}

const BASIC_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), clipboard-write=(self)',
};

/** What Stripe's guide requires for card payments (docs/decisions/0010-payments.md). */
const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  payment: '"https://js.stripe.com" "https://*.js.stripe.com"',
};

/** The origins of the browser's part of a payment. */
export interface PaymentOrigins {
  /** Of a sandbox on this machine, instead of Stripe. */
  sandboxUrl: string | undefined;
}

/**
 * Adds the headers to every response, errors included. Register it before any other onSend hook, so that responses
 * those keep or send have them.
 * @param options.contentSecurityPolicy another policy instead of the strict one; for development only
 * @param options.payments absent: payments are off, and no page has an exception
 */
export function installSecurityHeaders(
  app: FastifyInstance,
  strict: SecurityHeaders,
  options: { contentSecurityPolicy?: string | undefined; payments?: PaymentOrigins | undefined } = {},
): void {
  const policy = options.contentSecurityPolicy ?? CONTENT_SECURITY_POLICY;
  const headers = { ...strict, 'content-security-policy': policy };
  const paying = options.payments && payingHeaders(headers, policy, options.payments);
  app.addHook('onSend', (request, reply, _payload, done) => {
    const pathname = request.url.replace(/\?.*/s, '');
    const chosen = paying !== undefined && hasPaymentForm(pathname) ? paying : headers;
    // The one policy that a response may choose itself.
    const isCountdown = reply.getHeader('content-security-policy') === COUNTDOWN_POLICY;
    reply.headers(chosen);
    // The URL may hold a payment's client secret until the page's script has removed it.
    if (isPaymentReturnPage(pathname)) reply.header('referrer-policy', 'no-referrer');
    if (isCountdown) reply.header('content-security-policy', COUNTDOWN_POLICY);
    else if (isMembersPage(request)) {
      reply.header('content-security-policy', policyForMembers(chosen['content-security-policy'] ?? ''));
    }
    done();
  });
}

function payingHeaders(
  headers: Readonly<Record<string, string>>,
  policy: string,
  { sandboxUrl }: PaymentOrigins,
): Record<string, string> {
  const origin = sandboxUrl && new URL(sandboxUrl).origin;
  // The sandbox's frame calls its own origin only.
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

/** Members see profile images; visitors see none, so their pages load nothing from other hosts. */
function policyForMembers(policy: string): string {
  return policy.replace("img-src 'self' data:", `img-src 'self' data: ${PROFILE_IMAGE_ORIGIN}`);
}

function isMembersPage(request: FastifyRequest): boolean {
  // A request refused before the viewer was looked up has none.
  return request.viewer?.kind === 'member' && isPageRoute(request);
}
