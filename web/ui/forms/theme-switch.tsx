import type { LucideIcon } from 'lucide-react';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';
import { type Theme, type ThemeChoice, useTheme } from '../behavior/use-theme.ts';
import styles from './theme-switch.module.css';

const CHOICES: readonly { value: ThemeChoice; name: string; icon: LucideIcon }[] = [
  { value: 'system', name: 'System', icon: Monitor },
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
];

/** Three radio buttons: follow the system, light, dark. Remembered. */
export function ThemeSwitch({ renderedTheme }: { renderedTheme: Theme | undefined }) {
  const [choice, choose] = useTheme(renderedTheme);
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Theme</legend>
      {CHOICES.map(({ value, name: label, icon: Icon }) => (
        <label key={value} className={styles.choice} title={`${label} theme`}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => choose(value)}
            className={styles.input}
          />
          <Icon size={16} aria-hidden />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
