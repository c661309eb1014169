import { expect, it } from 'vitest';
import { currentSection } from './current-section.ts';

const view = { height: 900, restTop: 76, remaining: 5000, linkedTop: undefined };

const sections = (...tops: number[]) => tops.map((top, index) => ({ id: `section ${index + 1}`, top }));

it('is the first section at the beginning of the page', () => {
  expect(currentSection(sections(300, 700), view)).toBe('section 1');
});

it('is the last section whose heading has come up to where links lead', () => {
  expect(currentSection(sections(-400, 76.4, 500), view)).toBe('section 2');
  expect(currentSection(sections(-400, 120, 500), view)).toBe('section 1');
});

it('comes to every section of the last screen in turn', () => {
  expect(currentSection(sections(-400, 300, 600, 800), { ...view, remaining: 450 })).toBe('section 2');
  expect(currentSection(sections(-700, 0, 300, 500), { ...view, remaining: 150 })).toBe('section 4');
});

it('is the section a link led to, at its place or as far up as the end of the page allows', () => {
  expect(currentSection(sections(-400, 76, 300), { ...view, remaining: 450, linkedTop: 76 })).toBe(
    'section 2',
  );
  expect(currentSection(sections(-400, 300, 600), { ...view, remaining: 0, linkedTop: 300 })).toBe(
    'section 2',
  );
});

it('is the section of what a link inside it led to', () => {
  expect(currentSection(sections(-90, 400), { ...view, remaining: 300, linkedTop: 76 })).toBe('section 1');
});

it('forgets the link when the reader goes on', () => {
  expect(currentSection(sections(-900, -300, 70), { ...view, linkedTop: -300 })).toBe('section 3');
});
