import type { Tier } from '#contract/tiers.ts';
import { ExportMenu } from '#web/features/exports/export-menu.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { useCanExport } from './use-can-export.ts';

export function FavoritesExport({ tier }: { tier: Tier }) {
  const canExport = useCanExport(tier);
  return (
    <ExportMenu
      target="favorites"
      tier={tier}
      canExport={canExport}
      className={buttonClass({ variant: 'line', size: 'small' })}
    />
  );
}
