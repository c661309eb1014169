import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { constantRateLoad, percentile, sumCounts } from './constant-rate-load.ts';
import { ACCEPT, medianOf } from './load.ts';
import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const CLIENTS = 500;
/** Others who read. */
const PER_SECOND = 500;
const SECONDS = 8;
const PATH = '/category/fitness';

/** Between two bytes of a slow client. Milliseconds. */
const BYTE_INTERVAL = 500;

/** Milliseconds; the app's own limits are 5 and 10 s, looked at every second. */
const MAX_HEADERS = 6500;
const MAX_BODY = 11_500;
const MAX_RATIO = 2;
/** Milliseconds: below it a ratio of two is noise. */
const NEGLIGIBLE_MILLISECONDS = 20;

const HEADERS = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
/** From our own pages: others are refused before their body is waited for. */
const bodyOf = (origin: string) =>
  `POST /api/logout HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n`;

interface SlowClients {
  /** When each was cut off, milliseconds after it connected. */
  closedAfter: number[];
  stop(): void;
}

/** Clients that send a byte twice a second, half of them their headers, half their body; and what others see of it. */
export async function measureSlowClients(app: RunningApp): Promise<ResultRow[]> {
  const request = { method: 'GET', url: PATH, headers: ACCEPT };
  const read = () => constantRateLoad(app.url, () => request, { perSecond: PER_SECOND, seconds: SECONDS });
  await read();
  const before = await read();
  const port = Number(new URL(app.url).port);
  const headers = openSlowClients(port, HEADERS, CLIENTS / 2);
  const bodies = openSlowClients(port, bodyOf(`http://localhost:${port}`), CLIENTS / 2);
  const during = await read();
  await sleep(Math.max(0, MAX_BODY - SECONDS * 1000));
  headers.stop();
  bodies.stop();
  const p99Before = percentile(before.latencies, 0.99);
  const p99During = percentile(during.latencies, 0.99);
  const isUnharmed =
    p99During <= Math.max(NEGLIGIBLE_MILLISECONDS, MAX_RATIO * p99Before) && during.failures.size === 0;
  return [
    closedRow('headers', headers, MAX_HEADERS),
    closedRow('a body', bodies, MAX_BODY),
    {
      label: `Category page for others meanwhile, ${PER_SECOND} requests/s by the clock: p99 before and during`,
      result: `${p99Before.toFixed(1)} and ${p99During.toFixed(1)} ms; ${sumCounts(during.failures)} failed`,
      threshold: `≤ ${MAX_RATIO} ×, or ${NEGLIGIBLE_MILLISECONDS} ms`,
      passes: isUnharmed,
    },
  ];
}

function openSlowClients(port: number, beginning: string, count: number): SlowClients {
  const closedAfter: number[] = [];
  const sockets = new Set<Socket>();
  for (let index = 0; index < count; index += 1) {
    const openedAt = performance.now();
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning));
    sockets.add(socket);
    const dripping = setInterval(() => socket.write('a'), BYTE_INTERVAL);
    // The response is a 408; what matters is when the connection ends.
    socket.resume();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(dripping);
      if (sockets.delete(socket)) closedAfter.push(performance.now() - openedAt);
    });
  }
  return {
    closedAfter,
    stop() {
      const left = [...sockets];
      sockets.clear();
      for (const socket of left) socket.destroy();
    },
  };
}

function closedRow(label: string, { closedAfter }: SlowClients, max: number): ResultRow {
  const last = Math.max(...closedAfter);
  return {
    label: `${CLIENTS / 2} clients that send ${label} a byte at a time: cut off`,
    result: `${closedAfter.length}, median after ${(medianOf(closedAfter) / 1000).toFixed(1)} s, last after ${(last / 1000).toFixed(1)} s`,
    threshold: `all within ${max / 1000} s`,
    passes: closedAfter.length === CLIENTS / 2 && last <= max,
  };
}
