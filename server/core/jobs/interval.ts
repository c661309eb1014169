import type { FastifyInstance } from 'fastify';

/**
 * Repeats a job as long as the app runs. It may overlap with itself and with other processes; a failure is logged.
 * @param every milliseconds
 */
export function runAtInterval(
  app: FastifyInstance,
  job: { name: string; every: number; run: () => Promise<unknown> },
): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      job
        .run()
        .catch((error: unknown) => app.log.warn({ job: job.name, reason: String(error) }, 'a job failed'));
    }, job.every).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
