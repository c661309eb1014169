/** The door of the library: its prompts written in the forms that its loader and its import read. */
export { END, type WrittenPrompt, writeDocument } from './library.documents.ts';
export { EXPORT_COLUMNS, LOCKED_ROW, toRow } from './library.export-row.ts';
