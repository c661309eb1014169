import type { Tier } from '#contract/tiers.ts';
import { ExportMenu } from '#web/features/exports/export-menu.tsx';
import styles from '#web/ui/forms/compact-button.module.css';
import { useCanExport } from '../exports/use-can-export.ts';

interface PromptExportProps {
  promptId: string;
  tier: Tier;
  isIconOnly?: boolean;
}

/** In the row of a prompt's actions, and of their look. */
export function PromptExport({ promptId, tier, isIconOnly = false }: PromptExportProps) {
  const canExport = useCanExport(tier);
  return (
    <ExportMenu
      target={{ promptId }}
      tier={tier}
      canExport={canExport}
      isIconOnly={isIconOnly}
      isIconOnPhones
      className={styles.button}
    />
  );
}
