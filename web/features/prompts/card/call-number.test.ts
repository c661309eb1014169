import { expect, test } from 'vitest';
import { callNumber } from './call-number.ts';

test.each([
  ['Turn a meeting transcript into decisions, owners and dates', 'MEE'],
  ['Plan a week that survives Monday', 'WEE'],
  ['The fifteen-question weekly review', 'FIF'],
  ['Rewrite your CV bullets as evidence', 'REW'],
  ['A one-page monthly plan from raw bank rows', 'ONE'],
  ['Élan vital', 'ELA'],
  ['13-week cash forecast', '13W'],
  ['The', 'THE'],
])('"%s" is filed under %s', (title, letters) => {
  expect(callNumber(100, 'abcdefghijkl', title)).toMatch(new RegExp(`^100\\.1\\d\\d ${letters}$`));
});

test('the number is inside its class and always the same for an id', () => {
  for (const id of ['aaaaaaaaaaaa', 'zzzzzzzzzzzz', '234567234567', 'qwertyuiopas']) {
    const number = callNumber(700, id, 'Compare debts');
    expect(number).toMatch(/^700\.7\d\d COM$/);
    expect(callNumber(700, id, 'Compare debts')).toBe(number);
  }
});
