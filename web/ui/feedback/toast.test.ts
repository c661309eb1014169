import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, TOAST_REMOVE_DELAY, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a new toast replaces the one shown', () => {
  toast({ title: 'Copied!' });
  toast({ title: 'Error', variant: 'destructive' });
  expect(currentToasts().map(({ title, isOpen }) => [title, isOpen])).toEqual([['Error', true]]);
});

test('a dismissed toast closes at once and is removed after 1,000,000 ms', () => {
  toast({ title: 'Copied!' });
  const id = currentToasts()[0]?.id ?? 0;
  dismissToast(id);
  expect(currentToasts()[0]?.isOpen).toBe(false);
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
  expect(currentToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toHaveLength(0);
});

test('removing a dismissed toast does not remove the next one', () => {
  toast({ title: 'First' });
  dismissToast(currentToasts()[0]?.id ?? 0);
  toast({ title: 'Second' });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY);
  expect(currentToasts().map(({ title }) => title)).toEqual(['Second']);
});
