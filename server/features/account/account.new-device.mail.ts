import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** A sign-in with a browser or system this member never signed in with. */
export const newDeviceMail = defineMail({
  kind: 'new-device',
  schema: z.object({ device: z.string().nullable(), at: z.iso.datetime() }),
  content: ({ device, at }) => ({
    subject: `New sign-in to ${BRAND.name}`,
    paragraphs: [
      `Someone signed in to your account using ${device ?? 'a device we could not recognize'}, which you haven’t used here before (${formatTime(at)}).`,
      'If this was you, you don’t need to do anything. If not, sign out that device on your account page and secure your Google account.',
    ],
    link: { label: 'See where you’re signed in', path: '/account' },
  }),
});

/** 2026-11-23T14:05:00.000Z as "2026-11-23 14:05 UTC". */
const formatTime = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;
