import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import { ENDPOINT_EVENTS } from '../billing.events.ts';
import { API_VERSION, type ProviderAccount } from '../provider/provider.account.ts';
import type { TaxKind } from '../provider/provider.settings.ts';

/** Of the portal, by which a second run finds it. */
const PORTAL_NAME = 'Promptarium';

/** Where the provider's events go. */
export const webhookUrl = (publicUrl: string) => `${publicUrl}/api/stripe/webhook`;

export interface SetupOptions {
  publicUrl: string;
  /** Prices that are set already, the newest first. */
  priceIds: Partial<Record<PlanTier, readonly string[]>>;
  /** Whether tax is included in the prices that are sold or added; undefined: none is computed, and any will do. */
  tax?: TaxKind | undefined;
  /** Says what it would do, and does nothing. */
  isDryRun: boolean;
  /** Called with one line for everything found or made. */
  report: (line: string) => void;
}

/**
 * Makes what the seller's account needs, where it is missing: products, prices, portal, webhook endpoint. Changes nothing
 * the second time, and archives nothing: members on an older price keep it.
 * @returns the settings that follow, by name; those that cannot be known are missing
 */
export async function setUpAccount(
  account: ProviderAccount,
  options: SetupOptions,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const tier of PLAN_TIERS) {
    settings[`STRIPE_PRICE_${tier.toUpperCase()}`] = (await setUpPrice(account, tier, options)).join(',');
  }
  const portal = await setUpPortal(account, options);
  if (portal !== undefined) settings['STRIPE_PORTAL_CONFIGURATION'] = portal;
  const secret = await setUpEndpoint(account, options);
  if (secret !== undefined) settings['STRIPE_WEBHOOK_SECRET'] = secret;
  return settings;
}

/** @returns ids of prices, the newest first; the first is made or found by its amount */
async function setUpPrice(
  account: ProviderAccount,
  tier: PlanTier,
  { priceIds, tax, isDryRun, report }: SetupOptions,
): Promise<string[]> {
  const plan = PLANS.find((candidate) => candidate.tier === tier);
  if (plan === undefined) throw new Error(`The price table has no plan for ${tier}.`);
  const { name, priceCents: monthlyCents } = plan;
  const known = [...(priceIds[tier] ?? [])];
  const [first] = known;
  const productId = (first && (await account.findPrice(first))?.productId) || `promptarium_${tier}`;
  const hasProduct = await account.hasProduct(productId);
  if (!hasProduct) await make(`product ${productId}`, () => account.createProduct(productId, name));
  const prices = hasProduct ? await account.listPrices(productId) : [];
  const active = prices.filter((price) => price.isActive && price.monthlyCents !== null);
  const sold = active.find(
    (price) => price.monthlyCents === monthlyCents && (tax === undefined || price.tax === tax),
  )?.id;
  const words = tax === undefined ? '' : tax === 'added' ? ' plus tax' : ', tax included';
  const amount = `${name}, ${(monthlyCents / 100).toFixed(2)} USD a month${words}`;
  if (sold !== undefined) report(`found    price ${sold} (${amount})`);
  const id =
    sold ??
    (await make(`price of ${amount}`, () => account.createPrice({ productId, name, monthlyCents, tax }))) ??
    'price_to_be_created';
  return [...new Set([id, ...known, ...active.map((price) => price.id)])];

  async function make<Made>(label: string, create: () => Promise<Made>): Promise<Made | undefined> {
    report(`${isDryRun ? 'would create' : 'created '} ${label}`);
    return isDryRun ? undefined : await create();
  }
}

async function setUpPortal(
  account: ProviderAccount,
  { publicUrl, tax, isDryRun, report }: SetupOptions,
): Promise<string | undefined> {
  const isTaxed = tax !== undefined;
  const found = (await account.listPortals()).find(({ name }) => name === PORTAL_NAME);
  if (found !== undefined) {
    if (isTaxed && !found.takesTaxIds) {
      report(`${isDryRun ? 'would set' : 'set     '} portal ${found.id} to take tax IDs`);
      if (!isDryRun) await account.takeTaxIds(found.id);
    } else report(`found    portal ${found.id}`);
    return found.id;
  }
  report(`${isDryRun ? 'would create' : 'created '} portal for card and invoices`);
  return isDryRun ? undefined : await account.createPortal(PORTAL_NAME, `${publicUrl}/subscription`, isTaxed);
}

/** @returns the secret of an endpoint that was made now */
async function setUpEndpoint(
  account: ProviderAccount,
  { publicUrl, isDryRun, report }: SetupOptions,
): Promise<string | undefined> {
  const url = webhookUrl(publicUrl);
  const found = (await account.listEndpoints()).filter((endpoint) => endpoint.url === url);
  const fitting = found.find(({ version }) => version === API_VERSION);
  if (fitting === undefined) {
    const older = found.map(({ id }) => id).join(', ');
    if (older) report(`note     ${older} sends another version of events: disable it when the new one works`);
    report(`${isDryRun ? 'would create' : 'created '} webhook endpoint ${url}`);
    return isDryRun ? undefined : await account.createEndpoint(url, ENDPOINT_EVENTS);
  }
  if (missingEvents(fitting.events).length === 0) {
    report(`found    webhook endpoint ${fitting.id}; its secret was shown when it was created`);
  } else {
    report(`${isDryRun ? 'would set' : 'set     '} the events of webhook endpoint ${fitting.id}`);
    if (!isDryRun) await account.setEndpointEvents(fitting.id, ENDPOINT_EVENTS);
  }
  return undefined;
}

/** Those of ours that an endpoint does not get. */
export const missingEvents = (events: readonly string[]): string[] =>
  events.includes('*') ? [] : ENDPOINT_EVENTS.filter((name) => !events.includes(name));
