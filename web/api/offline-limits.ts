/** What a device keeps at most: the latest of each, and the texts of the favorites before those of the collections. */
export const OFFLINE_LIMITS = { favorites: 120, collections: 20, texts: 200 } as const;
