import { describe } from 'vitest';
import { describeRoundTrip } from './testing/round-trip.ts';

describe('the whole library as csv', () => describeRoundTrip('csv', 'all.csv'));
