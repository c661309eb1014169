/** The product's name and the texts derived from it. */
export const BRAND = {
  name: 'Promptarium',
  creator: 'Promptarium Team',
  footerYear: 2024,
} as const;
