import { expect, test } from 'vitest';
import { makeComment as comment } from './testing/comment.ts';
import { toThreads } from './threads.ts';

test('replies stand under their comment, in order', () => {
  const threads = toThreads([comment('a'), comment('b'), comment('c', 'a'), comment('d', 'a')]);
  expect(threads.map(({ first, replies }) => [first.id, replies.map(({ id }) => id)])).toEqual([
    ['a', ['c', 'd']],
    ['b', []],
  ]);
});

test('a reply without its comment is not lost', () => {
  expect(toThreads([comment('c', 'a')]).map(({ first }) => first.id)).toEqual(['c']);
});

test('replies to a comment that is not here stay together', () => {
  const threads = toThreads([comment('c', 'a'), comment('d', 'a')]);
  expect(threads.map(({ first, replies }) => [first.id, replies.map(({ id }) => id)])).toEqual([
    ['c', ['d']],
  ]);
});
