import { expect, it } from 'vitest';
import { signInReason } from './sign-in-reason.ts';

it.each([
  ['/oauth/authorize?client_id=x', /^An app wants to connect/],
  ['/subscribe?trial=1', /^Sign in to start your 7 days of Pro/],
  ['/subscribe?tier=pro', 'Sign in to continue with Pro.'],
  ['/subscribe?tier=engineer', 'Sign in to order a custom prompt.'],
  ['/subscribe?tier=gold', /^Your favorites/],
  ['/account/teams/join?invitation=x&key=y', 'Sign in to see your team invitation.'],
  ['/favorites', /^Your favorites/],
  ['/', /^Every basic prompt is free/],
  [undefined, /^Every basic prompt is free/],
  ['https://elsewhere.example/subscribe?tier=pro', /^Every basic prompt is free/],
])('%s', (returnUrl, reason) => {
  expect(signInReason(returnUrl)).toMatch(reason);
});
