import { expect, test } from 'vitest';
import { avatarLetter, fullName } from './member-name.ts';

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }, 'Ada Lovelace'],
  [{ firstName: 'Ada', lastName: null, email: 'ada@example.com' }, 'Ada'],
  [{ firstName: null, lastName: 'Lovelace', email: 'ada@example.com' }, 'Lovelace'],
  [{ firstName: '', lastName: '', email: 'ada@example.com' }, 'ada@example.com'],
])('the name of %j is %s', (member, name) => {
  expect(fullName(member)).toBe(name);
});

test.each([
  [{ firstName: 'ada', email: 'x@example.com' }, 'A'],
  [{ firstName: null, email: 'grace@example.com' }, 'G'],
  [{ firstName: '  ', email: 'grace@example.com' }, 'G'],
  [{ firstName: 'émile', email: '' }, 'É'],
  [{ firstName: '𝒜da', email: '' }, '𝒜'],
  [{ firstName: null, email: '' }, 'U'],
])('the letter of %j is %s', (member, letter) => {
  expect(avatarLetter(member)).toBe(letter);
});
