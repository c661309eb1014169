import Download from 'lucide-react/icons/download';
import FileBraces from 'lucide-react/icons/file-braces';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { urlOf } from '#contract/endpoint.ts';
import { type ExportFormat, exportCollection, exportFavorites, exportPrompt } from '#contract/exports.ts';
import type { Tier } from '#contract/tiers.ts';
import { plansWith } from '#web/plan-features.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import compact from '#web/ui/forms/compact-button.module.css';
import { Menu, type MenuItemProps } from '#web/ui/overlays/menu.tsx';
import { type ExportChoice, exportChoices } from './export-choices.ts';
import styles from './export-menu.module.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const ICONS: Record<ExportFormat, ReactNode> = {
  markdown: <FileText {...ICON} />,
  text: <FileText {...ICON} />,
  csv: <FileSpreadsheet {...ICON} />,
  json: <FileBraces {...ICON} />,
};

type ExportTarget = 'favorites' | { collectionId: string } | { promptId: string };

interface ExportMenuProps {
  /** What is exported: all favorites, one collection, or one prompt. */
  target: ExportTarget;
  tier: Tier;
  canExport: boolean;
  /** The look of the button. */
  className?: string | undefined;
  /** The word stays for those who do not see the icon. */
  isIconOnly?: boolean;
  isIconOnPhones?: boolean;
}

/** A file in one of the formats; what the plan leaves out leads to the plan that has it. */
export function ExportMenu(props: ExportMenuProps) {
  const { target, tier, canExport, className, isIconOnly = false, isIconOnPhones = false } = props;
  return (
    <Menu
      label="Export"
      triggerClass={className}
      align="start"
      button={
        <>
          <Download {...ICON} />
          {isIconOnly ? null : <span className={isIconOnPhones ? compact.word : undefined}>Export</span>}
        </>
      }
      header={<p className={styles.header}>{headerOf(target)}</p>}
    >
      {(item) =>
        exportChoices({ tier, canExport }).map((choice) => (
          <Choice key={choice.format} choice={choice} item={item} target={target} />
        ))
      }
    </Menu>
  );
}

function headerOf(target: ExportTarget): string {
  if (target === 'favorites') return 'All your favorites as a file';
  return 'collectionId' in target ? 'This collection as a file' : 'This prompt as a file';
}

function hrefOf(target: ExportTarget, format: ExportFormat): string {
  const query = { format };
  if (target === 'favorites') return urlOf(exportFavorites, { query });
  return 'collectionId' in target
    ? urlOf(exportCollection, { collectionId: target.collectionId, query })
    : urlOf(exportPrompt, { id: target.promptId, query });
}

/** To return to. */
function promptIdOf(target: ExportTarget): string | undefined {
  return target !== 'favorites' && 'promptId' in target ? target.promptId : undefined;
}

interface ChoiceProps {
  choice: ExportChoice;
  item: MenuItemProps;
  target: ExportTarget;
}

function Choice({ choice, item, target }: ChoiceProps) {
  const { format, name, locked } = choice;
  if (locked) {
    return (
      <a
        href={plansWith(locked.feature, promptIdOf(target))}
        {...item}
        className={classNames(item.className, styles.locked)}
      >
        <Lock {...ICON} />
        <span>
          {name}
          <span className={styles.why}>{locked.reason}</span>
        </span>
      </a>
    );
  }
  // A plain link: the browser takes the file as it streams. `download` keeps a refusal from replacing the page.
  return (
    <a href={hrefOf(target, format)} download {...item}>
      {ICONS[format]}
      {name}
    </a>
  );
}
