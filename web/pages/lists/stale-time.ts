/**
 * Lists that change elsewhere (in another tab, by opening a prompt) are fetched again on each visit; data that has just
 * arrived with the page is not.
 */
export const STALE_MILLISECONDS = 2000;
