import { expect, test } from 'vitest';
import { planFeature, plansWith } from './plan-features.ts';

test('a link to what a plan has chooses no plan, and its page knows the plan to mark', () => {
  expect(plansWith('exemplars', 'abc')).toBe('/subscribe?feature=exemplars&prompt=abc');
  expect(plansWith('export')).toBe('/subscribe?feature=export');
  expect(planFeature('exemplars')?.plan).toBe('pro');
  expect(planFeature('export')?.plan).toBe('basic');
});

test('an address that names nothing of ours marks none', () => {
  for (const name of [undefined, '', 'free', 'toString']) expect(planFeature(name)).toBeUndefined();
});
