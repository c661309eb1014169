import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { toggleOptimistically } from './optimistic-toggle.ts';

/** A toggle that records what happens, with the outcome of its call in the test's hands. */
function recorded(key: string) {
  const events: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const note = (event: string) => () => void events.push(event);
  const press = () =>
    toggleOptimistically({
      key,
      show: note('show'),
      undo: note('undo'),
      send: () => promise,
      onDone: (result) => events.push(result),
      onFailure: note('failure'),
    });
  return { events, press, resolve, reject };
}

test('a toggle shows before the response, and a second press in the meantime does nothing', async () => {
  const { events, press, resolve } = recorded('a');
  const first = press();
  await press();
  expect(events).toEqual(['show']);
  resolve('response');
  await first;
  expect(events).toEqual(['show', 'response']);
  await press();
  expect(events).toEqual(['show', 'response', 'show', 'response']);
});

test('an error after the change was made does not undo it', async () => {
  const events: string[] = [];
  const pressed = toggleOptimistically({
    key: 'c',
    show: () => events.push('show'),
    undo: () => events.push('undo'),
    send: async () => 'done',
    onDone: () => {
      throw new TypeError('a broken list');
    },
    onFailure: () => events.push('failure'),
  });
  await expect(pressed).rejects.toThrow('a broken list');
  expect(events).toEqual(['show']);
});

test('a failure undoes the toggle and is reported; an ended session only undoes it', async () => {
  const failing = recorded('b');
  failing.reject(new TypeError('fetch failed'));
  await failing.press();
  expect(failing.events).toEqual(['show', 'undo', 'failure']);
  const ended = recorded('b');
  ended.reject(new ApiError({ status: 401, headers: {}, text: '{}' }));
  await ended.press();
  expect(ended.events).toEqual(['show', 'undo']);
});
