/** Why a comment is reported. Apart from the endpoints, whose schemas no browser needs. */
export const REPORT_REASONS = ['spam', 'abuse', 'personal-data', 'other'] as const;
