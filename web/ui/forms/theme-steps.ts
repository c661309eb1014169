import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import type { ThemeChoice } from '../behavior/use-theme.ts';

export const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon } as const;

/** Where one press leads: system, light, dark, and round again. */
export const NEXT_THEME: Record<ThemeChoice, ThemeChoice> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};
