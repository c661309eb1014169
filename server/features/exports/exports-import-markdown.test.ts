import { describe } from 'vitest';
import { describeRoundTrip } from './testing/round-trip.ts';

describe('the whole library as markdown', () => describeRoundTrip('markdown', 'all.md'));
