/** The door of the library: its prompts written in the forms that its loader and its import read. */
export { type WrittenPrompt, writeDocument } from './library.documents.ts';
export { toRow } from './library.export-row.ts';
