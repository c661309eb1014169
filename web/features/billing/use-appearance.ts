import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The provider's frame sees nothing of our styles: it is told our tokens as they are now, and again with another theme. */
export function useAppearance(): Appearance | undefined {
  const [appearance, setAppearance] = useState<Appearance>();
  useEffect(() => {
    const read = () => setAppearance(readAppearance());
    read();
    const system = matchMedia('(prefers-color-scheme: dark)');
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

function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: style.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('ink'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-2'),
      colorTextPlaceholder: token('ink-3'),
      colorDanger: token('danger'),
      borderRadius: token('r-2'),
      fontFamily: 'system-ui, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '16px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${token('edge')}`, boxShadow: 'none' },
      '.Input:focus': {
        borderColor: token('ink'),
        outline: 'none',
        boxShadow: `0 0 0 4px ${token('ring-halo')}`,
      },
      '.Label': { fontSize: '14px', fontWeight: '500' },
    },
  };
}
