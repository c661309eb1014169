import type { ReactNode } from 'react';
import type { MatchRange } from '#web/ui/text/highlighted-text.tsx';

export interface PaletteItem {
  /** The same thing has the same id in every group. */
  id: string;
  label: string;
  /** Other words people would type for it. */
  words?: string;
  /** The matched words in the label. */
  matchRanges?: readonly MatchRange[];
  icon: ReactNode;
  /** At the right: a tier, a count. */
  note?: ReactNode;
  onOpen: () => void;
  /** Opening it leaves the palette open. */
  isStaying?: boolean;
  /** The way to all results: it is none itself. */
  isAlways?: boolean;
  /** Ctrl/⌘ Enter; absent where there is nothing to copy. */
  onCopy?: () => void;
}

export interface PaletteGroup {
  name: string;
  items: readonly PaletteItem[];
}
