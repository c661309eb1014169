import type { REPORT_REASONS } from './comments.ts';

/** In a file of its own: most pages know the reasons by their keys alone. */
export const REPORT_REASON_NAMES: Readonly<Record<(typeof REPORT_REASONS)[number], string>> = {
  spam: 'Spam or advertising',
  abuse: 'Insults, threats or hate',
  'personal-data': 'Someone’s personal information',
  other: 'Something else',
};
