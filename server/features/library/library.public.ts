/** What other features read of prompts written as files, and change in the library. */
export { importCsv } from './import/import.csv.ts';
export { importExport } from './import/import.export.ts';
export { ImportRefused } from './import/import.report.ts';
export { decideFeatured, decideRetired } from './library.decisions.ts';
export { parsePrompt } from './library.format.ts';
export { checkVariables } from './library.variables.ts';
