import type { ReactNode } from 'react';

export interface PaletteItem {
  /** The same thing has the same id in every group. */
  id: string;
  label: string;
  icon: ReactNode;
  /** At the right: a tier, a count. */
  note?: ReactNode;
  onOpen: () => void;
  /** Ctrl/⌘ Enter; absent where there is nothing to copy. */
  onCopy?: () => void;
}

export interface PaletteGroup {
  name: string;
  items: readonly PaletteItem[];
}
