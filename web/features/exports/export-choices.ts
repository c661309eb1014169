import { EXPORT_FORMATS, type ExportFormat } from '#contract/exports.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';

const FORMAT_NAMES: Record<ExportFormat, string> = {
  markdown: 'Markdown',
  text: 'Plain text',
  csv: 'CSV',
  json: 'JSON with exemplars',
};

export interface ExportChoice {
  format: ExportFormat;
  name: string;
  /** What a plan has to have for it, when the member's does not; and the plan in words. */
  locked: { feature: 'export' | 'json'; reason: string } | null;
}

interface Access {
  tier: Tier;
  /** Any plan that is paid for, or tried. */
  canExport: boolean;
}

/** Every format, with what it takes. The server decides; this only says so beforehand. */
export function exportChoices({ tier, canExport }: Access): ExportChoice[] {
  return EXPORT_FORMATS.map((format) => ({
    format,
    name: FORMAT_NAMES[format],
    locked: lockOf(format, { tier, canExport }),
  }));
}

function lockOf(format: ExportFormat, { tier, canExport }: Access): ExportChoice['locked'] {
  if (format === 'json') {
    const isOpen = tierRank(tier) >= tierRank('pro');
    return isOpen ? null : { feature: 'json', reason: `Included in the ${TIER_NAMES.pro} plan` };
  }
  return canExport
    ? null
    : { feature: 'export', reason: `Included in every paid plan, from ${TIER_NAMES.basic}` };
}
