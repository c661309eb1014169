import { expect, test } from 'vitest';
import { splitAtMatches } from './highlight-words.ts';

/** Matches in brackets. */
function marked(text: string, search: string): string {
  return splitAtMatches(text, search)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');
}

test.each([
  ['Plan a week that survives Monday', 'plan', '[Plan] a week that survives Monday'],
  ['Planning for plans, not planes', 'plan', '[Planning] for [plans], not [planes]'],
  ['A plan', 'planning', 'A [plan]'],
  ['One recipe', 'recipes', 'One [recipe]'],
  ['Three stories', 'story', 'Three [stories]'],
  ['Café notes', 'cafe', '[Café] notes'],
  ['Budget for the café', 'café budget', '[Budget] for the [café]'],
  ['Explain an explanation', 'ex', 'Explain an explanation'],
  ['A plan for the week', 'a plan for', 'A [plan] for the week'],
  ['Meal plan without sugar', 'meal -plan', '[Meal] plan without sugar'],
  ['Say "no" kindly', '"no"', 'Say "[no]" kindly'],
  ['Nothing here', '', 'Nothing here'],
  ['Nothing here', '!? \u0000 "', 'Nothing here'],
  ['<b>plan</b>', 'plan', '<b>[plan]</b>'],
])('in "%s" the search "%s" marks "%s"', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

test('the pieces together are the text', () => {
  const text = 'Ünïcode, emoji 🏋️ and e\u0301 accents';
  expect(
    splitAtMatches(text, 'emoji accents e')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
