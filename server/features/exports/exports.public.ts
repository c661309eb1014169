/** What other features need of exports. */
export { isJson, nameOfLabel } from './exports.row.ts';
