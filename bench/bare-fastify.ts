import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, medianOf } from './load.ts';
import { type RunningApp, startPinned } from './processes.ts';

const ROUNDS = 3;

/** What the bare server sends: the bytes of one of our own responses. */
export interface Sample {
  body: Buffer;
  type: string;
}

export async function toSample(response: Response): Promise<Sample> {
  return {
    body: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? 'text/plain',
  };
}

/**
 * The app against bare Fastify under the same load, in turn, so that a noisy minute hits both.
 * @param bare `name` says what is measured; `script` takes the file to send, its type and the port
 * @returns medians of the rounds: our share of its speed, both speeds in words, and our p99 in milliseconds
 */
export async function compareWithBare(
  app: RunningApp,
  bare: { name: string; script: string; sample: Sample; env?: Record<string, string> },
  load: (url: string) => Promise<Load>,
): Promise<{ share: number; speeds: string; p99: number }> {
  const { name, script, sample, env = {} } = bare;
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-bench-'));
  const file = join(folder, 'body');
  await writeFile(file, sample.body);
  const server = await startPinned(
    script,
    (port) => [file, sample.type, String(port)],
    () => env,
    '/',
  );
  const rounds: { ours: Load; theirs: Load }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await load(app.url), theirs: await load(server.url) });
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const failures = rounds.reduce((sum, { ours }) => sum + ours.failures, 0);
  if (failures > 0) throw new Error(`${name}: ${failures} failed requests`);
  const median = (of: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(of));
  const [ours, theirs] = [
    median((round) => round.ours.requestsPerSecond),
    median((round) => round.theirs.requestsPerSecond),
  ];
  return {
    share: median((round) => round.ours.requestsPerSecond / round.theirs.requestsPerSecond),
    speeds: `${whole(ours)} of ${whole(theirs)} requests/s`,
    p99: median((round) => round.ours.p99),
  };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
