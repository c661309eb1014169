import { useRouter } from '@tanstack/react-router';
import { ThemeSwitch } from '#web/ui/forms/theme-switch.tsx';
import { AccountSection } from './account-section.tsx';

/** The same switch as below every page; this browser remembers it. */
export function ThemeSection() {
  const { theme } = useRouter().options.context.settings;
  return (
    <AccountSection id="theme" title="Theme">
      <ThemeSwitch renderedTheme={theme} />
      <p>Light, dark, or match your system. Saved in this browser.</p>
    </AccountSection>
  );
}
