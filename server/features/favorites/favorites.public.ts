/** Favorites as other features read them: the source of a list limited to them, and all of them in order. */

export { readFavorites, removeFavorites } from './favorites.member-data.queries.ts';
export { type FavoritePosition, favoritesOf, findFavorites } from './favorites.queries.ts';
