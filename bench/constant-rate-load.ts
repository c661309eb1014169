import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SentRequest, send } from './http-client.ts';

export interface ConstantRateLoad {
  /** Milliseconds from when each request was due to the end of its response, in ascending order. */
  latencies: number[];
  /** What was not answered as expected: `METHOD address status`, with counts. */
  failures: ReadonlyMap<string, number>;
}

/**
 * Sends requests by the clock, whether or not those before them were answered, and counts from the moment each was due.
 * So a stall is seen by everybody whom it would meet; a generator that waits for answers would send less meanwhile and
 * report it once ("coordinated omission").
 * @param make the request with this number; `name` stands for its address where that differs by request
 */
export async function constantRateLoad(
  url: string,
  make: (index: number) => SentRequest & { name?: string },
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<ConstantRateLoad> {
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const failures = new Map<string, number>();
  const pending = new Set<Promise<void>>();
  async function ask(index: number, due: number): Promise<void> {
    const request = make(index);
    const status = await send(port, request, agent).then(
      ({ statusCode }) => statusCode,
      (error: unknown) => String(error),
    );
    latencies.push(performance.now() - due);
    if (status === 200) return;
    const failure = `${request.method} ${request.name ?? request.url} ${status}`;
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
  }
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = startedAt + (index * 1000) / perSecond;
    // Timers are a millisecond coarse: what is due within one goes out together.
    await sleep(Math.max(0, due - performance.now()));
    const call = ask(index, due).finally(() => pending.delete(call));
    pending.add(call);
  }
  await Promise.all(pending);
  agent.destroy();
  return { latencies: latencies.sort((a, b) => a - b), failures };
}

/** @param share 0.99 for the 99th percentile */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

export const sumCounts = (failures: ReadonlyMap<string, number>): number =>
  [...failures.values()].reduce((sum, count) => sum + count, 0);
