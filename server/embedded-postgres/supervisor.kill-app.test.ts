import { test } from 'vitest';
import { killRounds, killTimeout, surviveKills } from './testing/harness.ts';

test(`kill -9 of the app under write load, ${killRounds} rounds: nothing lost, the next start unaided`, {
  timeout: killTimeout,
}, async ({ annotate }) => {
  await annotate(`kill-app: ${await surviveKills(killRounds, (app) => app.kill('SIGKILL'))}`);
});
