import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readDockerfile, stagesOf } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const instructions = readDockerfile(read('Dockerfile'));
const stages = stagesOf(instructions);
const last = stages.at(-1) ?? [];
const valuesOf = (name: string, from = instructions) =>
  from.filter((instruction) => instruction.name === name).map(({ value }) => value);

test('the Dockerfile keeps to what linters of Dockerfiles ask for', () => {
  const known = 'FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' ');
  expect([...new Set(instructions.map(({ name }) => name))].filter((name) => !known.includes(name))).toEqual(
    [],
  );
  for (const from of valuesOf('FROM')) expect(from).toMatch(/^[\w/]+:\d[\w.-]+(?: AS \w+)?$/);
  for (const path of valuesOf('WORKDIR')) expect(path).toMatch(/^\//);
  for (const command of valuesOf('RUN').filter((value) => value.includes('apt-get'))) {
    expect(command).toMatch(
      /apt-get update && apt-get install -y --no-install-recommends .* && rm -rf \/var\/lib\/apt\/lists/,
    );
  }
  for (const command of [...valuesOf('CMD'), ...valuesOf('ENTRYPOINT')])
    expect(JSON.parse(command)).toBeInstanceOf(Array);
  expect(valuesOf('ENV').join(' ')).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN/i);
});

test('dependencies are installed from the lockfile without their scripts, before the sources are there', () => {
  const [build = []] = stages;
  const steps = build.map(({ name, value }) => `${name} ${value}`);
  const install = steps.indexOf('RUN npm ci --ignore-scripts --include=dev');
  expect(steps[install - 1]).toMatch(/^COPY package\.json package-lock\.json/);
  expect(steps[install + 1]).toBe('COPY . .');
  for (const name of ['node_modules', '.git', '.env', '.data'])
    expect(read('.dockerignore').split('\n')).toContain(name);
});

test('the image runs as an ordinary user who may write to its volume alone, under an init that passes signals on', () => {
  const names = last.map(({ name }) => name);
  expect(valuesOf('USER', last)).toEqual(['node']);
  expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'));
  expect(valuesOf('COPY', last).every((value) => value.includes('--chown=root:root'))).toBe(true);
  expect(valuesOf('ENTRYPOINT', last)).toEqual(['["tini", "--"]']);
  expect(valuesOf('HEALTHCHECK', last)[0]).toContain('/readyz');
});

/** Of the Compose specification what we use, and nothing else: a key that is misspelled is unknown. */
const service = z.strictObject({
  build: z.string().optional(),
  image: z.string().regex(/:\d/).optional(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.string()),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.literal('ALL')).optional(),
  security_opt: z.array(z.literal('no-new-privileges:true')).optional(),
  volumes: z.array(z.string().regex(/^[\w-]+:\/[\w/]+$/)).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.number(),
    })
    .optional(),
  stop_signal: z.string().optional(),
  stop_grace_period: z.string().regex(/^\d+s$/),
  restart: z.literal('unless-stopped'),
});
const compose = z.strictObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

test('compose.yaml has known keys only, names what it has, and publishes the app on this machine alone', () => {
  const { services, volumes } = compose.parse(parse(read('compose.yaml')));
  for (const { depends_on = {}, volumes: used = [] } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) expect(services[name]?.healthcheck).toBeDefined();
    for (const volume of used) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
  }
  const { app, database } = services;
  expect(app).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(database?.ports).toBeUndefined();
});
