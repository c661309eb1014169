import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingApp, createBillingApp } from '#server/features/billing/testing/billing-app.ts';
import { runScript } from './testing/run-script.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());

test('repairs are printed, and a changed tier is logged as a security event', async () => {
  const member = await app.member();
  const subscription = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  app.sandbox.control.cancel(subscription, 'now');
  await app.settle();
  const { credentials } = app.sandbox;
  const run = await runScript('reconcile-billing.ts', [], {
    cwd: tmpdir(),
    databaseUrl: app.database.url,
    settings: { ...credentials, PUBLIC_URL: app.settings.publicUrl },
  });
  expect(run).toMatchObject({ code: 0 });
  expect(run.out).toContain(`${member.id}: status: active → canceled`);
  expect(run.out).toContain('1 members compared, 1 repaired, 0 failed.');
  expect(run.err).toBe(
    `security event ${JSON.stringify({ securityEvent: 'tier changed', memberId: member.id, from: 'pro', to: null })}\n`,
  );
});
