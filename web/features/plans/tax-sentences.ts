/** How tax stands to our prices, by the server's setting: before somebody pays, and in the terms. */
export const TAX_SENTENCES = {
  none: 'Prices are in US dollars, and no tax is added: what you see is what you pay.',
  added:
    'Prices are in US dollars without tax. Where tax is due, it is added, and you see the amount before you pay.',
  included: 'Prices are in US dollars and include tax: what you see is what you pay.',
};
