import type { FastifyInstance } from 'fastify';
import { onceADay, type Payments } from '../billing/billing.access.ts';
import { reconcileOrders } from './orders.reconcile.ts';

const EVERY = 600_000;

/** Once a day, by whichever process comes first; `npm run billing:reconcile` does the same. */
async function reconcileDaily(payments: Payments): Promise<void> {
  const { db, log } = payments;
  const result = await onceADay(db, 'orders', () =>
    reconcileOrders(payments, (line) => log.warn({ line }, 'order repaired')),
  );
  if (result !== undefined) log.info({ ...result }, 'orders compared with the provider');
}

export function sweepOrders(app: FastifyInstance, payments: Payments): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      reconcileDaily(payments).catch((error: Error) =>
        app.log.warn({ reason: error.message }, 'orders could not be looked after'),
      );
    }, EVERY).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
