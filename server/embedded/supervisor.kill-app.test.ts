import { test } from 'vitest';
import { surviveKills } from './testing/harness.ts';

const rounds = 20;

test(`kill -9 of the app under write load, ${rounds} rounds: nothing lost, the next start unaided`, async ({
  annotate,
}) => {
  await annotate(`kill-app: ${await surviveKills(rounds, (app) => app.kill('SIGKILL'))}`);
});
