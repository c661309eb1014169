import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { buttonClass } from './button-class.ts';
import { type Theme, type ThemeChoice, useTheme } from './use-theme.ts';

const ICONS = { system: SunMoon, light: Sun, dark: Moon } as const;
const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };

interface ThemeButtonProps {
  drawnTheme: Theme | undefined;
  className?: string | undefined;
}

/** The theme switch where there is room for one button: system, light, dark, and round again. */
export function ThemeButton({ drawnTheme, className }: ThemeButtonProps) {
  const [choice, choose] = useTheme(drawnTheme);
  const Icon = ICONS[choice];
  const label = `Theme: ${choice}. Change to ${NEXT[choice]}.`;
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'ghost', isIcon: true }, className)}
      onClick={() => choose(NEXT[choice])}
      title={label}
    >
      <Icon aria-hidden />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
