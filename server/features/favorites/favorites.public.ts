/** Favorites as other features read them: the source of a list limited to them, and all of them in order. */

export { exportFavorites, removeFavorites } from './favorites.personal-data.queries.ts';
export { type FavoritePosition, favoritesOf, findFavorites } from './favorites.queries.ts';
