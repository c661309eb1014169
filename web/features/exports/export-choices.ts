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
  /** The plan that opens it, when the member's does not; and why. */
  locked: { plan: 'basic' | 'pro'; reason: string } | null;
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
    return isOpen ? null : { plan: 'pro', reason: `Included in the ${TIER_NAMES.pro} plan` };
  }
  return canExport
    ? null
    : { plan: 'basic', reason: `Included in every paid plan, from ${TIER_NAMES.basic}` };
}
