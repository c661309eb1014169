import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SentRequest, send } from './http-client.ts';
import { type Load, medianOf } from './load.ts';
import { type RunningApp, startPinned } from './processes.ts';

const ROUNDS = 3;

/** What the bare server sends: the bytes of one of our own responses as they were on the wire. */
interface Sample {
  body: Buffer;
  type: string;
  encoding: string;
}

/** @throws Error when the response is no 200 */
export async function takeSample(url: string, request: SentRequest): Promise<Sample> {
  const agent = new Agent();
  const { statusCode, headers, rawPayload } = await send(Number(new URL(url).port), request, agent);
  if (statusCode !== 200) throw new Error(`${request.method} ${request.url}: ${statusCode} ${rawPayload}`);
  return {
    body: rawPayload,
    type: headers['content-type'] ?? 'text/plain',
    encoding: headers['content-encoding'] ?? 'identity',
  };
}

/**
 * The app against bare Fastify under the same load, in turn, so that a noisy minute hits both.
 * @param bare `name` says what is measured; `script` takes the file to send, its type and the port
 * @returns medians of the rounds: our share of its speed, and both speeds in words
 */
export async function compareWithBare(
  app: RunningApp,
  bare: { name: string; script: string; sample: Sample; env?: Record<string, string> },
  load: (url: string) => Promise<Load>,
): Promise<{ share: number; summary: string; perSecond: number }> {
  const { name, script, sample, env = {} } = bare;
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-bench-'));
  const file = join(folder, 'body');
  await writeFile(file, sample.body);
  const server = await startPinned(
    script,
    (port) => [file, sample.type, sample.encoding, String(port)],
    () => env,
    '/',
  );
  const rounds: { ours: Measured; theirs: Measured }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await measure(app, load), theirs: await measure(server, load) });
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const failures = rounds.reduce((sum, { ours }) => sum + ours.failures, 0);
  if (failures > 0) throw new Error(`${name}: ${failures} failed requests`);
  const median = (select: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(select));
  const [ours, theirs] = [
    median((round) => round.ours.requestsPerSecond),
    median((round) => round.theirs.requestsPerSecond),
  ];
  const [ourTime, theirTime] = [median((round) => round.ours.cpu), median((round) => round.theirs.cpu)];
  return {
    share: median((round) => round.ours.requestsPerSecond / round.theirs.requestsPerSecond),
    summary: `${whole(ours)} of ${whole(theirs)} requests/s; processor time ${whole(ourTime)} and ${whole(theirTime)} µs each`,
    perSecond: ours,
  };
}

interface Measured extends Load {
  /** The server's processor time for a request, microseconds: other work on the machine changes it little. */
  cpu: number;
}

async function measure(server: RunningApp, load: (url: string) => Promise<Load>): Promise<Measured> {
  const before = await server.cpu();
  const result = await load(server.url);
  return { ...result, cpu: (((await server.cpu()) - before) * 1000) / result.requests };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
