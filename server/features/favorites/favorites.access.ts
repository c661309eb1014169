/** The door of favorites: what a list narrowed to them is read from. */
export { favoritesOf } from './favorites.queries.ts';
