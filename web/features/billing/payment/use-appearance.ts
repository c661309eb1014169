import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The provider's frame cannot see our styles: it gets our tokens as they are now, and again when the theme changes. */
export function useAppearance(): Appearance | undefined {
  const [appearance, setAppearance] = useState<Appearance>();
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const read = () => setAppearance(readAppearance(system.matches));
    read();
    system.addEventListener('change', read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', read);
      observer.disconnect();
    };
  }, []);
  return appearance;
}

function readAppearance(isSystemDark: boolean): Appearance {
  const root = document.documentElement;
  const chosen = root.dataset['theme'];
  // A property's own value would be "light-dark(…)": only an element that uses it resolves it to a color.
  const probe = document.body.appendChild(document.createElement('span'));
  probe.hidden = true;
  const color = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const appearance: Appearance = {
    theme: chosen === 'dark' || (chosen === undefined && isSystemDark) ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('ink'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: color('ink-2'),
      colorTextPlaceholder: color('ink-3'),
      colorDanger: color('danger'),
      borderRadius: getComputedStyle(root).getPropertyValue('--r-2').trim(),
      fontFamily: 'system-ui, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '16px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${color('edge')}`, boxShadow: 'none' },
      '.Input:focus': {
        borderColor: color('ink'),
        outline: 'none',
        boxShadow: `0 0 0 4px ${color('ring-halo')}`,
      },
      '.Label': { fontSize: '14px', fontWeight: '500' },
    },
  };
  probe.remove();
  return appearance;
}
