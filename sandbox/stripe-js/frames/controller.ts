import type { FrameSettings } from '../messages.ts';
import { callSandbox, listen } from './talk.ts';

let key = '';

listen({
  onSettings(settings: FrameSettings) {
    key = settings.key;
  },
  async onRequest(request) {
    if (request.ask === 'read') return await callSandbox({ ...request, key });
    return { error: { type: 'api_error', message: `This frame cannot ${request.ask}.` } };
  },
});
