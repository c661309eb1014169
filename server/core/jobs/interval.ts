import type { FastifyInstance } from 'fastify';

/**
 * Repeats a job as long as the app runs. It may overlap with itself and with other processes; a failure is logged, and
 * shown to staff until the job succeeds.
 * @param every milliseconds
 */
export function runAtInterval(
  app: FastifyInstance,
  job: { name: string; every: number; run: () => Promise<unknown> },
): void {
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    const running = app.tracing ? app.tracing.runJob(job.name, job.run) : job.run();
    const failure = await running.then(
      () => undefined,
      (error: unknown) => String(error),
    );
    app.metrics?.countJob(job.name, failure === undefined ? 'ok' : 'failed');
    if (failure !== undefined) app.log.warn({ job: job.name, reason: failure }, 'a job failed');
    // The database may be what failed; the next run tells it.
    await app.jobHealth?.set(job.name, failure).catch(() => undefined);
  }
  app.addHook('onReady', async () => {
    timer = setInterval(() => void run(), job.every).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
