import { expect, test } from 'vitest';
import { votesAfter } from './cast-vote.ts';

const VOTES = { upvotes: 212, downvotes: 9 };

test.each([
  [null, 'up', 213, 9],
  [null, 'down', 212, 10],
  ['up', null, 211, 9],
  ['down', null, 212, 8],
  ['up', 'down', 211, 10],
  ['down', 'up', 213, 8],
  [null, null, 212, 9],
] as const)('from %s to %s: %i up, %i down', (from, to, upvotes, downvotes) => {
  expect(votesAfter(VOTES, from, to)).toEqual({ upvotes, downvotes });
  expect(votesAfter(votesAfter(VOTES, from, to), to, from)).toEqual(VOTES);
});

test('no count falls below zero', () => {
  expect(votesAfter({ upvotes: 0, downvotes: 0 }, 'up', 'down')).toEqual({ upvotes: 0, downvotes: 1 });
});
