// `npm run billing:setup`: makes products, prices, portal and webhook endpoint at the payment provider where they are
// missing, and prints the settings that follow. May be repeated. docs/going-live.md says when.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { PLAN_TIERS } from '#contract/billing.ts';
import { ProviderAccount } from '#server/features/billing/provider/provider.account.ts';
import { setUpAccount } from '#server/features/billing/setup/setup.run.ts';

const USAGE = `Usage: npm run billing:setup -- [--dry-run] [--live]

Reads STRIPE_SECRET_KEY and PUBLIC_URL from the environment or .env, and asks for the key when it is not there.
  --dry-run   says what it would create, and creates nothing
  --live      needed with a live key: money is real there`;

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
  // Half of the settings is what this is for, so the app's own reading would refuse them.
  const setting = (name: string) => process.env[name]?.trim() || undefined;
  const publicUrl = setting('PUBLIC_URL')?.replace(/\/+$/, '');
  const apiBase = setting('STRIPE_API_BASE');
  if (publicUrl === undefined) throw new Error('Set PUBLIC_URL: the webhook endpoint is below it.');
  if (apiBase === undefined && !publicUrl.startsWith('https://')) {
    throw new Error(`PUBLIC_URL is ${publicUrl}: the provider sends its events to https:// addresses only.`);
  }
  const secretKey = setting('STRIPE_SECRET_KEY') ?? (await ask('Secret key (sk_test_… or sk_live_…): '));
  const mode = /^(?:sk|rk)_(test|live)_\S+$/.exec(secretKey)?.[1];
  if (mode === undefined) throw new Error('This is no secret key: it starts with sk_test_ or sk_live_.');
  if (mode === 'live' && !values.live && !values['dry-run']) {
    throw new Error('This is a live key. Look at --dry-run first, then say --live.');
  }
  const sandbox = apiBase === undefined ? undefined : { apiBase, jsUrl: undefined };
  const tax = setting('STRIPE_TAX') ?? 'none';
  if (tax !== 'none' && tax !== 'added' && tax !== 'included')
    throw new Error(`STRIPE_TAX must be one of none, added, included, not "${tax}".`);
  const priceIds = Object.fromEntries(
    PLAN_TIERS.map((tier) => {
      const ids = setting(`STRIPE_PRICE_${tier.toUpperCase()}`)?.split(',') ?? [];
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
  const publishable = setting('STRIPE_PUBLISHABLE_KEY') ?? `pk_${mode}_… (Dashboard, Developers, API keys)`;
  const secret = setting('STRIPE_WEBHOOK_SECRET') ?? 'whsec_… (Dashboard, Webhooks, the endpoint)';
  const lines = {
    STRIPE_SECRET_KEY: '… (the one you used, or a restricted one: docs/going-live.md)',
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_WEBHOOK_SECRET: secret,
    ...settings,
  };
  console.log('\nFor .env:\n');
  for (const [name, value] of Object.entries(lines)) console.log(`${name}=${value}`);
  return 0;
}

async function ask(question: string): Promise<string> {
  if (!stdin.isTTY) throw new Error('Set STRIPE_SECRET_KEY.');
  const lines = createInterface({ input: stdin, output: stdout });
  const answer = await lines.question(question);
  lines.close();
  return answer.trim();
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
