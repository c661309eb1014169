/** What a key does. The handler and the `?` sheet both read this table, so they cannot disagree. */
export interface Shortcut {
  id: ShortcutId;
  /** As `KeyboardEvent.key`, lower case. */
  key: string;
  /**
   * With Ctrl, or ⌘ on a Mac: works from anywhere, fields included. All others are single characters, which can be
   * switched off (WCAG 2.1.4).
   */
  hasModifier: boolean;
  label: string;
  group: 'Everywhere' | 'In lists' | 'On a focused prompt';
}

export type ShortcutId =
  | 'search'
  | 'palette'
  | 'sheet'
  | 'next'
  | 'previous'
  | 'favorite'
  | 'upvote'
  | 'downvote'
  | 'copy'
  | 'collect';

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'search', key: '/', hasModifier: false, label: 'Search', group: 'Everywhere' },
  {
    id: 'palette',
    key: 'k',
    hasModifier: true,
    label: 'Open the command palette',
    group: 'Everywhere',
  },
  {
    id: 'sheet',
    key: '?',
    hasModifier: false,
    label: 'Show shortcuts',
    group: 'Everywhere',
  },
  { id: 'next', key: 'j', hasModifier: false, label: 'Next prompt', group: 'In lists' },
  {
    id: 'previous',
    key: 'k',
    hasModifier: false,
    label: 'Previous prompt',
    group: 'In lists',
  },
  letter('favorite', 'f', 'Add to or remove from favorites'),
  letter('upvote', 'u', 'Upvote'),
  letter('downvote', 'd', 'Downvote'),
  letter('copy', 'c', 'Copy'),
  letter('collect', 'a', 'Add to a collection'),
];

/** Keys the browser or an open layer handles; listed on the sheet, not handled here. */
export const NATIVE_KEYS = [
  { keys: ['Esc'], label: 'Close dialog' },
  { keys: ['←', '→'], label: 'Previous or next prompt, while one is open' },
  { keys: ['Enter'], label: 'Open the focused prompt' },
  { keys: ['Ctrl', 'Enter'], label: 'Copy the selected prompt, or the one you are filling in' },
  { keys: ['F8'], label: 'Go to pop-up messages' },
] as const;

function letter(id: ShortcutId, key: string, label: string): Shortcut {
  return { id, key, hasModifier: false, label, group: 'On a focused prompt' };
}

export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
}

/** Where a key was pressed. */
export interface KeyContext {
  isInField: boolean;
  isInDialog: boolean;
  areSingleKeysOn: boolean;
}

/** The shortcut a key stands for there; single keys are dead inside fields and open dialogs. */
export function findShortcut(pressed: PressedKey, context: KeyContext): Shortcut | undefined {
  if (pressed.isComposing || pressed.altKey) return undefined;
  const hasModifier = pressed.ctrlKey || pressed.metaKey;
  const found = SHORTCUTS.find(
    (shortcut) => shortcut.hasModifier === hasModifier && shortcut.key === pressed.key.toLowerCase(),
  );
  if (!found || found.hasModifier) return found;
  if (context.isInField || context.isInDialog) return undefined;
  return context.areSingleKeysOn ? found : undefined;
}
