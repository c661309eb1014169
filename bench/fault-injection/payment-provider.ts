import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandboxPayments } from '../../sandbox/stripe/start.ts';
import { freePort } from '../../scripts/free-port.ts';
import { percentile } from '../constant-rate-load.ts';
import { send } from '../http-client.ts';
import type { ResultRow } from '../result-row.ts';
import { formatTally, hasOnlyStatuses, type LoadedApp, startLoadedApp } from './loaded-app.ts';

const EVENTS_PER_SECOND = 200;
const STORM_SECONDS = 10;
const HUNG_SECONDS = 10;

async function withProvider<Result>(
  work: (
    loadedApp: LoadedApp,
    sandbox: Awaited<ReturnType<typeof startSandboxPayments>>,
    publicUrl: string,
  ) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = await startSandboxPayments({ port: 0, appUrl: publicUrl });
  const settings = { ...sandbox.credentials, PUBLIC_URL: publicUrl, NODE_ENV: 'development' };
  const loadedApp = await startLoadedApp({ settings, port });
  try {
    await loadedApp.untilWritten();
    return await work(loadedApp, sandbox, publicUrl);
  } finally {
    await loadedApp.stop();
    await sandbox.close();
  }
}

function signed(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}

/** The provider sends everything it has at once: a third of the events twice, a third of strangers, without a right signature. */
export function stormWebhooks(): Promise<ResultRow[]> {
  return withProvider(async (loadedApp, sandbox) => {
    const port = Number(new URL(loadedApp.app.url).port);
    const agent = new Agent({ keepAlive: true });
    const statuses = new Map<string, number>();
    const times: number[] = [];
    const pending: Promise<void>[] = [];
    loadedApp.count();
    const total = EVENTS_PER_SECOND * STORM_SECONDS;
    const startedAt = performance.now();
    for (let index = 0; index < total; index += 1) {
      await sleep(Math.max(0, startedAt + (index * 1000) / EVENTS_PER_SECOND - performance.now()));
      const number = index % 3 === 1 ? index - 1 : index;
      const payload = JSON.stringify({
        id: `evt_${number}`,
        object: 'event',
        type: 'customer.subscription.updated',
        livemode: false,
        created: Math.floor(Date.now() / 1000),
        data: { object: { id: `sub_${number}`, object: 'subscription', customer: `cus_${number % 50}` } },
      });
      const isSigned = index % 3 !== 2;
      const secret = isSigned ? sandbox.credentials.STRIPE_WEBHOOK_SECRET : 'whsec_made_up';
      const headers = { 'content-type': 'application/json', 'stripe-signature': signed(payload, secret) };
      const sentAt = performance.now();
      const request = { method: 'POST', url: '/api/stripe/webhook', headers, payload };
      pending.push(
        send(port, request, agent)
          .then(
            ({ statusCode }) => statusCode,
            () => 0,
          )
          .then((status) => {
            const key = `${isSigned ? 'signed' : 'wrong signature,'} ${status}`;
            statuses.set(key, (statuses.get(key) ?? 0) + 1);
            times.push(performance.now() - sentAt);
          }),
      );
    }
    await Promise.all(pending);
    agent.destroy();
    const { page, search, comment } = loadedApp.count();
    const others = [page, search, comment];
    const counts = [...statuses].map(([key, count]) => `${count} × ${key}`).sort();
    const p99 = Math.round(
      percentile(
        times.sort((a, b) => a - b),
        0.99,
      ),
    );
    const areExpected = [...statuses.keys()].every((key) => /^signed 200$|^unsigned 4(?:00|29)$/.test(key));
    return [
      {
        label: `${EVENTS_PER_SECOND} webhook events a second for ${STORM_SECONDS} s, a third sent twice, a third not signed by the provider: responses; p99`,
        result: `${counts.join(', ')}; ${p99} ms`,
        threshold: 'signed 200, the rest 400 or 429',
        passes: areExpected,
      },
      {
        label: 'Meanwhile: pages; searches; comments',
        result: others.map(formatTally).join('; '),
        threshold: 'all 200 or 201',
        passes: others.every((tally) => hasOnlyStatuses(tally, [200, 201])),
      },
    ];
  });
}

/** The provider takes connections and never answers. */
export function hangProvider(): Promise<ResultRow[]> {
  return withProvider(async (loadedApp, sandbox, publicUrl) => {
    sandbox.control.faults.add({ kind: 'delay', delay: 120_000 });
    loadedApp.count();
    const times: number[] = [];
    const statuses: number[] = [];
    const buy = async (index: number) => {
      const { cookie = '' } = loadedApp.members[index] ?? {};
      const sentAt = performance.now();
      const response = await fetch(`${publicUrl}/api/get-or-create-subscription`, {
        method: 'POST',
        headers: { cookie, origin: publicUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ priceId: sandbox.credentials.STRIPE_PRICE_PRO }),
      });
      statuses.push(response.status);
      times.push(performance.now() - sentAt);
    };
    const end = performance.now() + HUNG_SECONDS * 1000;
    const buying = Array.from({ length: 10 }, async (_, index) => {
      while (performance.now() < end) await buy(index);
    });
    await Promise.all(buying);
    const { page, search, comment } = loadedApp.count();
    const slowest = Math.round(Math.max(...times));
    return [
      {
        label: `The payment provider hangs, 10 members try to pay for ${HUNG_SECONDS} s: responses; the slowest`,
        result: `${statuses.length} × ${[...new Set(statuses)].join(', ')}; ${(slowest / 1000).toFixed(1)} s`,
        threshold: '503 within 30 s',
        passes: statuses.every((status) => status === 503) && slowest < 30_000,
      },
      {
        label: 'Meanwhile: pages; searches; comments',
        result: [page, search, comment].map(formatTally).join('; '),
        threshold: 'all 200 or 201',
        passes: [page, search, comment].every((tally) => hasOnlyStatuses(tally, [200, 201])),
      },
    ];
  });
}
