import { expect, test } from 'vitest';
import { isOpenInUrl } from '#contract/open-in.ts';
import { ASSISTANTS, type Assistant, addressWith, LONGEST_ADDRESS, ownAssistant } from './assistants.ts';

const byId = (id: string): Assistant => {
  const found = ASSISTANTS.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};

test('the text goes into the address encoded, and comes out as it was', () => {
  const text = '50% “off” & more?\n#1 {prompt} $& 🏃 +';
  for (const id of ['chatgpt', 'claude', 'perplexity']) {
    const address = addressWith(byId(id), text) ?? '';
    expect(new URL(address).searchParams.get('q')).toBe(text);
    expect(new URL(address).hash).toBe('');
    expect(isOpenInUrl(byId(id).template ?? '')).toBe(true);
  }
  expect(addressWith(byId('chatgpt'), 'cut \ud83c')).toBe('https://chatgpt.com/?q=cut%20%EF%BF%BD');
});

test('a text that is too long, or that no address takes, goes into none', () => {
  const own = ownAssistant('https://chat.example.com:8443/new?a={prompt}#{prompt}');
  expect(own).toMatchObject({ name: 'chat.example.com:8443', home: 'https://chat.example.com:8443/' });
  expect(addressWith(own, 'a b')).toBe('https://chat.example.com:8443/new?a=a%20b#a%20b');
  const longest = LONGEST_ADDRESS - 'https://chatgpt.com/?q='.length;
  expect(addressWith(byId('chatgpt'), 'x'.repeat(longest))).toHaveLength(LONGEST_ADDRESS);
  expect(addressWith(byId('chatgpt'), 'x'.repeat(longest + 1))).toBeNull();
  expect(addressWith(byId('gemini'), 'x')).toBeNull();
});
