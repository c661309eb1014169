// `npm run billing:setup`: makes products, prices, portal and webhook endpoint at the payment provider where they are
// missing, and prints the settings that follow. May be repeated. docs/going-live.md says when.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { PLAN_TIERS } from '#contract/billing.ts';
import { ProviderAccount } from '#server/features/billing/provider/provider.account.ts';
import { ProviderUnavailableError } from '#server/features/billing/provider/provider.errors.ts';
import { setUpAccount } from '#server/features/billing/setup/setup.run.ts';

const USAGE = `Usage: npm run billing:setup -- [--dry-run] [--live]

Reads STRIPE_SECRET_KEY and PUBLIC_URL from the environment or .env, and asks for the key when it is not there.
  --dry-run   says what it would create, and creates nothing
  --live      needed with a live key: money is real there. Asks for it where the settings have the test key`;

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      live: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const publicUrl = setting('PUBLIC_URL')?.replace(/\/+$/, '');
  const apiBase = setting('STRIPE_API_BASE');
  if (publicUrl === undefined) throw new Error('Set PUBLIC_URL: the webhook endpoint is below it.');
  if (apiBase === undefined && !publicUrl.startsWith('https://')) {
    throw new Error(`PUBLIC_URL is ${publicUrl}: the provider sends its events to https:// addresses only.`);
  }
  const secretKey = await readKey(values.live);
  const mode = requireMode(secretKey, { isLive: values.live, isDryRun: values['dry-run'] });
  const sandbox = apiBase === undefined ? undefined : { apiBase, jsUrl: undefined };
  const tax = setting('STRIPE_TAX') ?? 'none';
  if (tax !== 'none' && tax !== 'added' && tax !== 'included')
    throw new Error(`STRIPE_TAX must be one of none, added, included, not "${tax}".`);
  // While the live account is set up, the settings may still be those of the test account.
  const hasOtherMode = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']
    .map((name) => modeOf(setting(name) ?? ''))
    .some((one) => one !== undefined && one !== mode);
  const ofMode = (name: string) => (hasOtherMode ? undefined : setting(name));
  const priceIds = Object.fromEntries(
    PLAN_TIERS.map((tier) => {
      const ids = ofMode(`STRIPE_PRICE_${tier.toUpperCase()}`)?.split(',') ?? [];
      return [tier, ids.map((id) => id.trim())];
    }),
  );
  console.log(`${mode} mode, for ${publicUrl}${values['dry-run'] ? ' (nothing is changed)' : ''}\n`);
  const settings = await setUpAccount(new ProviderAccount({ secretKey, sandbox }, log), {
    publicUrl,
    priceIds,
    tax: tax === 'none' ? undefined : tax,
    isDryRun: values['dry-run'],
    report: (line) => console.log(`  ${line}`),
  });
  if (values['dry-run']) return 0;
  const known: Record<string, string | undefined> = {
    STRIPE_PUBLISHABLE_KEY: ofMode('STRIPE_PUBLISHABLE_KEY'),
    STRIPE_WEBHOOK_SECRET: ofMode('STRIPE_WEBHOOK_SECRET'),
    ...settings,
  };
  console.log('\nFor .env; what is empty is yours to fill in:\n');
  for (const name of new Set([...Object.keys(TO_FILL_IN), ...Object.keys(known)])) {
    const value = known[name] ?? '';
    if (value === '') console.log(`# ${TO_FILL_IN[name]}`);
    console.log(`${name}=${value}`);
  }
  return 0;
}

/** Where to find what we do not know, or do not print. */
const TO_FILL_IN: Record<string, string> = {
  STRIPE_SECRET_KEY: 'The key you used, or better a restricted one (docs/going-live.md):',
  STRIPE_PUBLISHABLE_KEY: 'Dashboard, Developers, API keys:',
  STRIPE_WEBHOOK_SECRET: 'Dashboard, Developers, Webhooks, the endpoint, "Reveal":',
};

/** Half of the settings is what this is for, so the app's own reading would refuse them. */
function setting(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

const modeOf = (key: string): string | undefined => /^(?:sk|rk|pk)_(test|live)_\S+$/.exec(key)?.[1];

/** That of the settings, unless it is the test key and the live one is needed. */
async function readKey(isLive: boolean): Promise<string> {
  const key = setting('STRIPE_SECRET_KEY');
  if (key !== undefined && !(isLive && modeOf(key) === 'test')) return key;
  return await ask(`Secret key (${isLive ? 'sk_live_…' : 'sk_test_… or sk_live_…'}): `);
}

function requireMode(secretKey: string, options: { isLive: boolean; isDryRun: boolean }): string {
  const mode = secretKey.startsWith('pk_') ? undefined : modeOf(secretKey);
  if (mode === undefined) throw new Error('This is no secret key: it starts with sk_test_ or sk_live_.');
  if (mode === 'test' && options.isLive)
    throw new Error('This is a test key, and --live needs the live one.');
  if (mode === 'live' && !options.isLive && !options.isDryRun) {
    throw new Error('This is a live key. Look at --dry-run first, then say --live.');
  }
  return mode;
}

async function ask(question: string): Promise<string> {
  if (!stdin.isTTY) throw new Error('Set STRIPE_SECRET_KEY, to the live key for --live.');
  const lines = createInterface({ input: stdin, output: stdout });
  const answer = await lines.question(question);
  lines.close();
  return answer.trim();
}

try {
  process.exitCode = await main();
} catch (error) {
  const isKeyRefused = error instanceof ProviderUnavailableError && error.isKeyRefused;
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    isKeyRefused
      ? 'The provider refuses this key. Setup needs the full secret key, not a restricted one.'
      : message,
  );
  process.exitCode = 1;
}
