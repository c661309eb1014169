/** The door of favorites: what a list narrowed to them is read from, and all of them in the order they were kept. */
export { type FavoritePlace, favoritesOf, findFavoritesSince } from './favorites.queries.ts';
