import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prefix of our own metrics; those of the process keep the names every dashboard knows. */
const PREFIX = 'promptarium_';

/** Seconds: from a cached response to what a request may spend waiting for the database. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A gauge that is read whenever the metrics are scraped; see `observe`. */
export interface GaugeReader {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** Values with their labels. A failure leaves the metric out of this reading. */
  read(): Promise<readonly { value: number; labels?: Record<string, string> }[]>;
}

/** Metrics for an operator, in the format of Prometheus. No label names a member, an address or a text. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time to respond to a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  readonly #lookups = this.#counter(
    'response_cache_lookups_total',
    'Visitors’ requests, by hit, stale or miss.',
    ['result'],
  );
  readonly #emptySearches = this.#counter(
    'searches_without_result_total',
    'Searches for a text that found nothing.',
    [],
  );
  readonly #jobs = this.#counter('job_runs_total', 'Runs of a job, by outcome: ok or failed.', [
    'job',
    'outcome',
  ]);
  readonly #jobSuccess = new Gauge({
    name: `${PREFIX}job_last_success_timestamp_seconds`,
    help: 'When a job last ended without an error in this process.',
    labelNames: ['job'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: `${PREFIX}${name}`, help, labelNames, registers: [this.registry] });
  }

  countRequest(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.#requests.observe(labels, seconds);
  }

  countLookup(result: 'hit' | 'stale' | 'miss'): void {
    this.#lookups.inc({ result });
  }

  countEmptySearch(): void {
    this.#emptySearches.inc();
  }

  countJob(job: string, outcome: 'ok' | 'failed'): void {
    this.#jobs.inc({ job, outcome });
    if (outcome === 'ok') this.#jobSuccess.setToCurrentTime({ job });
  }

  /** Adds a gauge that is read when somebody asks. */
  observe({ name, help, labelNames = [], read }: GaugeReader): void {
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        const values = await read().catch(() => []);
        for (const { value, labels = {} } of values) this.set(labels, value);
      },
    });
  }
}
