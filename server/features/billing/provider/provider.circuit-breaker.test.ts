import { expect, test } from 'vitest';
import { CircuitBreaker } from './provider.circuit-breaker.ts';
import { ProviderUnavailableError } from './provider.errors.ts';

class Outage extends Error {}

const isFailure = (error: unknown) => error instanceof Outage;

test('four failures in a row open the circuit for 15 seconds; then one call tries it', async () => {
  let time = 0;
  let calls = 0;
  const breaker = new CircuitBreaker(isFailure, () => time);
  const failing = () =>
    breaker.run(async () => {
      calls += 1;
      throw new Outage('down');
    });
  for (let attempt = 0; attempt < 4; attempt += 1) await expect(failing()).rejects.toThrow('down');
  await expect(failing()).rejects.toThrow(ProviderUnavailableError);
  expect(calls).toBe(4);
  time = 15_001;
  const [first, second] = await Promise.allSettled([failing(), failing()]);
  expect([first.status, second.status, calls]).toEqual(['rejected', 'rejected', 5]);
  time = 40_000;
  expect(await breaker.run(async () => 'back')).toBe('back');
  await expect(failing()).rejects.toThrow('down');
});

test('a call that runs out of time neither closes the circuit nor counts, and the next one tries again', async () => {
  let time = 0;
  const breaker = new CircuitBreaker(isFailure, () => time);
  const fail = (error: Error) => breaker.run(() => Promise.reject(error)).catch((caught: unknown) => caught);
  const cutShort = new ProviderUnavailableError(false);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await fail(new Outage('down'));
    await fail(cutShort);
  }
  expect(await fail(new Outage('not called'))).toBeInstanceOf(ProviderUnavailableError);
  time = 15_001;
  expect(await fail(cutShort)).toBe(cutShort);
  expect(await fail(new Outage('tried'))).toBeInstanceOf(Outage);
  expect(await fail(new Outage('not called'))).toBeInstanceOf(ProviderUnavailableError);
});

test('refusals never open it', async () => {
  const breaker = new CircuitBreaker(isFailure);
  const refusing = () =>
    breaker.run(async () => {
      throw new Error('no');
    });
  for (let attempt = 0; attempt < 9; attempt += 1) await expect(refusing()).rejects.toThrow('no');
  expect(await breaker.run(async () => 'closed')).toBe('closed');
});
