import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
test('smoke', async () => {
  try {
    console.log(JSON.stringify(app.server.swagger(), null, 1).slice(0, 12000));
  } catch (error) {
    console.log((error as Error).stack);
  }
});
