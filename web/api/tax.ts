import { useRouter } from '@tanstack/react-router';
import type { PageSettings } from '#contract/rendering.ts';

/** How tax stands to the prices we show; undefined: what is shown is charged. */
export function useTax(): PageSettings['tax'] {
  return useRouter().options.context.settings.tax;
}

/** Behind a price: "$4.99/month plus tax". */
export function taxWords(tax: PageSettings['tax'] | null): string {
  return tax == null ? '' : tax === 'added' ? ' plus tax' : ', tax included';
}
