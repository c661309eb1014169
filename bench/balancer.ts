import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A usual setting: a probe every half second, and two equal results change a node's state. Milliseconds. */
const PROBE_INTERVAL = 500;
const PROBE_TIMEOUT = 1000;
const PROBES_TO_CHANGE = 2;

/** Below the app's own 72 s, so that it is the balancer who closes an idle connection. Milliseconds. */
const IDLE_TIMEOUT = 30_000;

/** May be sent twice when the connection broke before a response (RFC 9110 section 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** Headers that belong to one connection (hop-by-hop). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

interface Node {
  port: number;
  agent: Agent;
  isUp: boolean;
  /** Consecutive probes that contradict the current state. */
  contradictions: number;
}

export interface Balancer {
  url: string;
  /** Resolves when the probes have found the node up. */
  waitUntilUp(port: number): Promise<void>;
  /** Requests sent to another node because a connection could not be opened, or broke before a response. */
  retries(): number;
  /** What was answered with a status of 400 or more, or not at all: `METHOD path status`, with counts. */
  failures(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/**
 * A small HTTP balancer, as in front of several nodes: round robin over keep-alive connections, health checks of
 * /readyz. A request whose connection was refused goes to the next node; one whose connection broke before a response
 * does only if it is idempotent. An error response is passed on as it is.
 * @param port where it listens on 127.0.0.1
 */
export async function startBalancer(port: number, nodePorts: readonly number[]): Promise<Balancer> {
  const nodes = nodePorts.map((nodePort): Node => {
    const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT });
    return { port: nodePort, agent, isUp: false, contradictions: 0 };
  });
  const failures = new Map<string, number>();
  let retries = 0;
  let requests = 0;
  let isStopped = false;

  /** Nodes that are up, in turn; when there is none, all of them. */
  function candidates(): Node[] {
    requests += 1;
    const up = nodes.filter((node) => node.isUp);
    const eligible = up.length > 0 ? up : nodes;
    return eligible.map((_, index) => eligible[(index + requests) % eligible.length] as Node);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const { method = 'GET', url = '/' } = incoming;
    for (const node of candidates()) {
      const result = await forward(node, incoming, body, outgoing);
      if (result === 'done') {
        if (outgoing.statusCode >= 400) countFailure(`${method} ${url} ${outgoing.statusCode}`);
        return;
      }
      if (result === 'broken' && !IDEMPOTENT.has(method)) break;
      retries += 1;
    }
    countFailure(`${method} ${url} no response`);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  }

  function countFailure(failure: string): void {
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
  }

  async function probe(node: Node): Promise<void> {
    while (!isStopped) {
      const isOk = await isReady(node.port);
      node.contradictions = isOk === node.isUp ? 0 : node.contradictions + 1;
      if (node.contradictions >= PROBES_TO_CHANGE) {
        node.isUp = isOk;
        node.contradictions = 0;
      }
      await sleep(PROBE_INTERVAL);
    }
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const probes = nodes.map(probe);
  return {
    url: `http://127.0.0.1:${port}`,
    async waitUntilUp(nodePort) {
      while (!nodes.some((node) => node.port === nodePort && node.isUp)) await sleep(50);
    },
    retries: () => retries,
    failures: () => failures,
    async stop() {
      isStopped = true;
      await Promise.all(probes);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      for (const { agent } of nodes) agent.destroy();
    },
  };
}

/** @returns `refused`: nothing was sent; `broken`: it was, and no response came */
function forward(
  node: Node,
  incoming: IncomingMessage,
  body: string,
  outgoing: ServerResponse,
): Promise<'done' | 'refused' | 'broken'> {
  const { method, url, headers } = incoming;
  return new Promise((done) => {
    const call = request({
      host: '127.0.0.1',
      port: node.port,
      method,
      path: url,
      agent: node.agent,
      headers: { ...withoutHopByHop(headers), 'content-length': Buffer.byteLength(body) },
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy();
      done(error.code === 'ECONNREFUSED' ? 'refused' : 'broken');
    });
    call.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, withoutHopByHop(response.headers));
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing).on('close', () => done('done'));
    });
    call.end(body);
  });
}

function withoutHopByHop<Headers extends object>(headers: Headers): Partial<Headers> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)),
  ) as Partial<Headers>;
}

function isReady(port: number): Promise<boolean> {
  return new Promise((done) => {
    const call = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: PROBE_TIMEOUT });
    call.on('response', (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => done(false));
    call.end();
  });
}
