import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedText } from './linked-text.tsx';

const draw = (text: string) => renderToStaticMarkup(createElement(LinkedText, { text }));

test.each([
  ['See https://example.com/a?b=1&c=2.', 'https://example.com/a?b=1&amp;c=2'],
  ['(see https://example.com/a).', 'https://example.com/a'],
  ['HTTP://EXAMPLE.COM', 'HTTP://EXAMPLE.COM'],
  ['In https://en.wikipedia.org/wiki/Foo_(bar).', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['“https://example.com/a”', 'https://example.com/a'],
  ['https://example.com/a…', 'https://example.com/a'],
  ['https://example.com/a’s end', 'https://example.com/a'],
  ['*https://example.com/a*', 'https://example.com/a'],
])('%s links to %s, without the sentence around it', (text, address) => {
  expect(draw(text)).toContain(`href="${address}"`);
  expect(draw(text).replaceAll(/<[^>]*>/g, '')).toBe(text.replaceAll('&', '&amp;'));
});

test.each([
  'javascript:alert(1)',
  'https://',
  'example.com',
  '<a href="x">b</a>',
  'http://...',
  '[a](javascript:b)',
])('%s stays text', (text) => expect(draw(text)).not.toContain('<a '));
