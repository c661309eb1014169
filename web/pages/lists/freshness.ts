/**
 * Lists that change by what happens elsewhere, in another tab or by opening a prompt, are asked for again when
 * somebody comes to them; what has just arrived with the page is not.
 */
export const FRESH_MILLISECONDS = 2000;
