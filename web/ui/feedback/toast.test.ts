import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, TOAST_REMOVE_DELAY, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('one at a time: a new one replaces the one that is there', () => {
  toast({ title: 'Copied!' });
  toast({ title: 'Error', variant: 'destructive' });
  expect(currentToasts().map(({ title, isOpen }) => [title, isOpen])).toEqual([['Error', true]]);
});

test('a dismissed one closes at once and is taken out after 1,000,000 ms', () => {
  toast({ title: 'Copied!' });
  const id = currentToasts()[0]?.id ?? 0;
  dismissToast(id);
  expect(currentToasts()[0]?.isOpen).toBe(false);
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
  expect(currentToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toHaveLength(0);
});

test('the way out of one does not take out the next', () => {
  toast({ title: 'First' });
  dismissToast(currentToasts()[0]?.id ?? 0);
  toast({ title: 'Second' });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY);
  expect(currentToasts().map(({ title }) => title)).toEqual(['Second']);
});
