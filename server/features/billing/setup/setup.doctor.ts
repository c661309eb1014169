import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import type { Db } from '#server/core/database/pool.ts';
import { listIncidents } from '../billing.incidents.queries.ts';
import { API_VERSION, ProviderAccount } from '../provider/provider.account.ts';
import type { ProviderLog } from '../provider/provider.client.ts';
import { ProviderUnavailableError } from '../provider/provider.errors.ts';
import type { PaymentSettings } from '../provider/provider.settings.ts';
import type { CouponTerms } from '../provider/provider.types.ts';
import { applyDiscount } from '../subscription/subscription.discounts.ts';
import { hasTables, readBillingActivity } from './setup.doctor.queries.ts';
import { missingEvents, webhookUrl } from './setup.run.ts';

export interface Finding {
  level: 'ok' | 'warn' | 'error';
  /** What was looked at. */
  subject: string;
  text: string;
}

interface DoctorContext {
  settings: PaymentSettings;
  publicUrl: string;
  account: ProviderAccount;
  /** Undefined where there is none yet, or it does not answer. */
  db: Db | undefined;
}

const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
const warn = (subject: string, text: string): Finding => ({ level: 'warn', subject, text });
const error = (subject: string, text: string): Finding => ({ level: 'error', subject, text });

/** Signed events are refused when the clocks are five minutes apart. Seconds. */
const CLOCK = { warn: 30, error: 240 };

const DAY = 86_400_000;

/** Looks at everything that has to be right for payments to work, one finding each; nothing is changed. */
export async function diagnoseBilling(
  { settings, publicUrl, db }: Omit<DoctorContext, 'account'>,
  log: ProviderLog,
): Promise<Finding[]> {
  const isReady = db !== undefined && (await hasTables(db).catch(() => false));
  const account = new ProviderAccount(settings, log);
  const examined: DoctorContext = { settings, publicUrl, db: isReady ? db : undefined, account };
  const findings = [keys(examined)];
  for (const look of [prices, offers, tax, methods, endpoint, portal, clock, traces, incidents]) {
    try {
      findings.push(...(await look(examined)));
    } catch (failure) {
      findings.push(error(look.name, reasonOf(failure)));
    }
  }
  return findings;
}

function reasonOf(failure: unknown): string {
  if (failure instanceof ProviderUnavailableError && failure.isKeyRefused)
    return 'the provider refuses our key for this';
  return failure instanceof Error ? failure.message : String(failure);
}

/** The one to look at first. */
export function worstOf(findings: readonly Finding[]): Finding {
  const worst =
    findings.find(({ level }) => level === 'error') ?? findings.find(({ level }) => level === 'warn');
  return worst ?? ok('payments', 'everything is as it should be');
}

function keys({ settings, publicUrl }: DoctorContext): Finding {
  const mode = settings.isLive ? 'live: money is real' : 'test: no money moves';
  if (settings.isLive && !publicUrl.startsWith('https:')) {
    return error('keys', `${mode}, but PUBLIC_URL is ${publicUrl}: it must begin with https://`);
  }
  return ok('keys', settings.sandbox ? `${mode} (a sandbox on this machine)` : mode);
}

async function prices({ settings, account }: DoctorContext): Promise<Finding[]> {
  const found = await Promise.all(PLAN_TIERS.map((tier) => pricesOf(account, tier, settings)));
  return found.flat();
}

async function pricesOf(
  account: ProviderAccount,
  tier: PlanTier,
  { priceIds, tax }: PaymentSettings,
): Promise<Finding[]> {
  const ids = priceIds[tier];
  const name = `STRIPE_PRICE_${tier.toUpperCase()}`;
  const shown = PLANS.find((plan) => plan.tier === tier)?.priceCents ?? 0;
  const [sold, ...older] = await Promise.all(ids.map((id) => account.findPrice(id)));
  const findings: Finding[] = [];
  if (tax !== undefined && sold?.isActive && sold.tax !== tax) {
    findings.push(
      error(name, `${ids[0]} ${TAX_WORDS[sold.tax ?? 'unsaid']}, STRIPE_TAX=${tax}: nobody can buy it`),
    );
  }
  if (!sold?.isActive) findings.push(error(name, `${ids[0]} is not for sale at the provider`));
  else if (sold.monthlyCents === null)
    findings.push(error(name, `${ids[0]} is not a monthly price in US dollars`));
  else if (sold.monthlyCents > shown) {
    findings.push(
      error(name, `charges ${sold.monthlyCents} cents, more than the ${shown} shown: nobody can buy it`),
    );
  } else if (sold.monthlyCents < shown) {
    findings.push(warn(name, `charges ${sold.monthlyCents} cents, the plans page shows ${shown}`));
  } else findings.push(ok(name, `${ids[0]}, ${shown} cents a month; ${older.length} older`));
  older.forEach((price, index) => {
    if (price?.isActive) return;
    findings.push(
      warn(name, `${ids[index + 1]} is archived: whoever takes back a planned downgrade cannot get it again`),
    );
  });
  return findings;
}

const TAX_WORDS = {
  added: 'is without tax',
  included: 'is with tax included',
  unsaid: 'does not say how it stands to tax',
};

async function offers({ account, settings }: DoctorContext): Promise<Finding[]> {
  const { promotionCodes = false, retentionCoupon, pause = false } = settings.offers ?? {};
  const findings = [
    ok(
      'offers',
      `promotion codes ${promotionCodes ? 'are' : 'are not'} taken; a month can${pause ? '' : 'not'} be skipped`,
    ),
  ];
  if (retentionCoupon === undefined) return findings;
  const terms = await account.findCoupon(retentionCoupon);
  if (terms === undefined) {
    const text = `${retentionCoupon} is not there, over, or not in US dollars: nobody is offered it`;
    return [...findings, error('STRIPE_STAY_COUPON', text)];
  }
  const free = PLANS.filter(
    ({ interval, priceCents }) => interval === 'month' && applyDiscount(priceCents, terms) === 0,
  );
  if (free.length > 0) {
    const names = free.map(({ name }) => name).join(', ');
    findings.push(warn('STRIPE_STAY_COUPON', `${retentionCoupon} leaves nothing to pay for ${names}`));
  } else findings.push(ok('STRIPE_STAY_COUPON', `${retentionCoupon}, ${monthsOf(terms)}`));
  return findings;
}

const monthsOf = ({ months }: CouponTerms) =>
  months === null ? 'every month' : `${months} month${months === 1 ? '' : 's'}`;

async function tax({ account, settings }: DoctorContext): Promise<Finding[]> {
  const name = 'STRIPE_TAX';
  if (settings.tax === undefined) return [ok(name, 'none: what is shown is charged, and no tax is computed')];
  const { isActive, missing, registrations } = await account.readTax();
  if (!isActive) {
    const missingText = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`;
    return [error(name, `automatic tax is not active at the provider${missingText}: nobody can buy`)];
  }
  if (registrations.length === 0)
    return [warn(name, `${settings.tax}, but the account has no tax registration: the tax is always 0`)];
  return [ok(name, `${settings.tax}; registered in ${[...new Set(registrations)].join(', ')}`)];
}

/** Every call of ours names cards; whether the account may take them is its own matter. */
async function methods({ account }: DoctorContext): Promise<Finding[]> {
  const found = await account.readMethods();
  if (found === undefined) return [warn('methods', 'the account says nothing of its ways to pay')];
  const link = `Link is ${found.hasLink ? 'on in the account, and off in our forms' : 'off'}`;
  return [
    found.takesCards
      ? ok('methods', `cards; ${link}`)
      : error('methods', `the account takes no cards: nobody can pay; ${link}`),
  ];
}

async function endpoint({ account, publicUrl }: DoctorContext): Promise<Finding[]> {
  const url = webhookUrl(publicUrl);
  const found = (await account.listEndpoints()).filter((one) => one.url === url && one.isEnabled);
  const fitting = found.find(({ version }) => version === API_VERSION) ?? found[0];
  if (fitting === undefined) return [error('webhook', `no endpoint sends to ${url}: npm run billing:setup`)];
  if (fitting.version !== API_VERSION) {
    return [error('webhook', `${fitting.id} sends version ${fitting.version}, not ${API_VERSION}`)];
  }
  const missing = missingEvents(fitting.events);
  const findings = [
    missing.length === 0
      ? ok('webhook', `${fitting.id}, version ${API_VERSION}, every event`)
      : error('webhook', `${fitting.id} does not send ${missing.join(', ')}: npm run billing:setup`),
  ];
  if (found.length > 1)
    findings.push(warn('webhook', `${found.length} endpoints send to ${url}: disable the others`));
  return findings;
}

async function portal({ account, settings }: DoctorContext): Promise<Finding[]> {
  const portals = await account.listPortals();
  const wanted = settings.portalConfiguration;
  const used = portals.find(({ id, isDefault }) => (wanted === undefined ? isDefault : id === wanted));
  if (used === undefined) {
    return [error('portal', `${wanted ?? 'a default configuration'} is not there: npm run billing:setup`)];
  }
  if (settings.tax !== undefined && !used.takesTaxIds)
    return [warn('portal', `${used.id} takes no tax IDs of businesses: npm run billing:setup`)];
  return [
    used.hasCardUpdate
      ? ok('portal', `${used.id}, members can change their card`)
      : error('portal', `${used.id} does not let members change their card`),
  ];
}

async function clock({ account }: DoctorContext): Promise<Finding[]> {
  const seconds = await account.readClockDifference();
  const away = Math.abs(seconds);
  const text = `${away} second${away === 1 ? '' : 's'} ${seconds < 0 ? 'behind' : 'ahead of'} the provider’s`;
  if (away > CLOCK.error) return [error('clock', `${text}: signed events are refused`)];
  return [away > CLOCK.warn ? warn('clock', text) : ok('clock', text)];
}

async function traces({ db }: DoctorContext): Promise<Finding[]> {
  if (db === undefined)
    return [warn('database', 'not there before the first start, or out of reach: events not looked at')];
  const { lastEventAt, comparedOn, hasSubscriptions } = await readBillingActivity(db);
  const age = (date: Date | null) => (date === null ? Number.POSITIVE_INFINITY : Date.now() - date.getTime());
  const day = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
  const isQuiet = hasSubscriptions && age(lastEventAt) > 35 * DAY;
  const isLate = hasSubscriptions && age(comparedOn) > 3 * DAY;
  return [
    (isQuiet ? warn : ok)('last event', day(lastEventAt)),
    (isLate ? warn : ok)(
      'last comparison',
      `${comparedOn?.toISOString().slice(0, 10) ?? 'never'}${isLate ? ': the running app makes one a day; npm run billing:reconcile makes it now' : ''}`,
    ),
  ];
}

async function incidents({ db }: DoctorContext): Promise<Finding[]> {
  if (db === undefined) return [];
  return (await listIncidents(db)).map(({ kind, subject, detail, times, lastAt }) =>
    error(
      kind === 'key_refused' ? 'key refused' : 'deleted account',
      `${subject}: ${detail}, ${times}×, last ${lastAt.toISOString()}`,
    ),
  );
}
