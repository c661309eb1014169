import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds until `check` says yes. By default it gives up shortly before the test does, and says on what. */
export async function waitUntil(
  description: string,
  check: () => boolean | Promise<boolean>,
  seconds = 100,
): Promise<number> {
  const start = performance.now();
  while (!(await check())) {
    if (performance.now() - start > seconds * 1000)
      throw new Error(`Not within ${seconds} s: ${description}`);
    await sleep(10);
  }
  return performance.now() - start;
}
