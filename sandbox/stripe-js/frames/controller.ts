import type { FrameSettings } from '../messages.ts';
import { readIntent } from './calls.ts';
import { listen } from './parent.ts';

let key = '';

listen({
  onSettings(settings: FrameSettings) {
    key = settings.key;
  },
  async onQuestion(question) {
    if (question.ask === 'read') return await readIntent({ key, clientSecret: question.clientSecret });
    return { error: { type: 'api_error', message: `This frame cannot ${question.ask}.` } };
  },
});
