import type { ReactNode } from 'react';
import type { Mark } from '#web/ui/text/highlighted-text.tsx';

export interface PaletteItem {
  /** The same thing has the same id in every group. */
  id: string;
  label: string;
  /** Where the words that were looked for stand in the label. */
  marks?: readonly Mark[];
  icon: ReactNode;
  /** At the right: a tier, a count. */
  note?: ReactNode;
  onOpen: () => void;
  /** Opening it leaves the palette open. */
  isStaying?: boolean;
  /** Ctrl/⌘ Enter; absent where there is nothing to copy. */
  onCopy?: () => void;
}

export interface PaletteGroup {
  name: string;
  items: readonly PaletteItem[];
}
