import { type Theme, useTheme } from '../behavior/use-theme.ts';
import { buttonClass } from './button-class.ts';
import { NEXT_THEME, THEME_ICONS } from './theme-steps.ts';

interface ThemeButtonProps {
  renderedTheme: Theme | undefined;
  className?: string | undefined;
}

/** The theme switch where there is room for one button: system, light, dark, and round again. */
export function ThemeButton({ renderedTheme, className }: ThemeButtonProps) {
  const [choice, choose] = useTheme(renderedTheme);
  const Icon = THEME_ICONS[choice];
  const label = `Theme: ${choice}. Change to ${NEXT_THEME[choice]}.`;
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'ghost', isIcon: true }, className)}
      onClick={() => choose(NEXT_THEME[choice])}
      title={label}
    >
      <Icon aria-hidden />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
