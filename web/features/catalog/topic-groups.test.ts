import { expect, test } from 'vitest';
import { groupTopics } from './topic-groups.ts';

test('a group takes the position of its first topic and sums the counts', () => {
  const topics = [
    { group: 'Time & Task Systems', promptCount: 3 },
    { group: 'Something New', promptCount: 1 },
    { group: 'Time & Task Systems', promptCount: 4 },
  ];
  expect(groupTopics(topics).map(({ name, promptCount }) => [name, promptCount])).toEqual([
    ['Time & Task Systems', 7],
    ['Something New', 1],
  ]);
});
