/** The product's name and the words derived from it (DECISIONS 1, 50). */
export const BRAND = {
  name: 'Promptarium',
  creator: 'Promptarium Team',
  footerYear: 2024,
} as const;
