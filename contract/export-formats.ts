/**
 * Markdown, text and CSV for every paying plan; JSON with exemplars for Pro and engineer (DECISIONS 2, 8). Apart from
 * the endpoints, whose schemas no browser needs.
 */
export const EXPORT_FORMATS = ['markdown', 'text', 'csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
