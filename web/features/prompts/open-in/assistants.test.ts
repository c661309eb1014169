import { expect, test } from 'vitest';
import { isOpenInUrlTemplate } from '#contract/open-in.ts';
import { ASSISTANTS, type Assistant, MAX_URL_LENGTH, ownAssistant, promptUrl } from './assistants.ts';

const byId = (id: string): Assistant => {
  const found = ASSISTANTS.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};

test('the text is encoded into the address and decodes to the same', () => {
  const text = '50% “off” & more?\n#1 {prompt} $& 🏃 +';
  for (const id of ['chatgpt', 'claude', 'perplexity']) {
    const address = promptUrl(byId(id), text) ?? '';
    expect(new URL(address).searchParams.get('q')).toBe(text);
    expect(new URL(address).hash).toBe('');
    expect(isOpenInUrlTemplate(byId(id).template ?? '')).toBe(true);
  }
  expect(promptUrl(byId('chatgpt'), 'cut \ud83c')).toBe('https://chatgpt.com/?q=cut%20%EF%BF%BD');
});

test('a text that is too long, or that cannot be encoded, is not put into an address', () => {
  const own = ownAssistant('https://chat.example.com:8443/new?a={prompt}#{prompt}');
  expect(own).toMatchObject({ name: 'chat.example.com:8443', home: 'https://chat.example.com:8443/' });
  expect(promptUrl(own, 'a b')).toBe('https://chat.example.com:8443/new?a=a%20b#a%20b');
  const longest = MAX_URL_LENGTH - 'https://chatgpt.com/?q='.length;
  expect(promptUrl(byId('chatgpt'), 'x'.repeat(longest))).toHaveLength(MAX_URL_LENGTH);
  expect(promptUrl(byId('chatgpt'), 'x'.repeat(longest + 1))).toBeNull();
  expect(promptUrl(byId('gemini'), 'x')).toBeNull();
});
