/** What other features read of prompts written as files, and change in the library. */
export { importCsv } from './import/import.csv.ts';
export { importJson } from './import/import.json.ts';
export { ImportError } from './import/import.report.ts';
export { setFeatured, setRetired } from './library.decisions.ts';
export { unlistedSchema } from './library.fields.ts';
export { parsePrompt, parseVariables } from './library.format.ts';
export { checkVariables } from './library.variables.ts';
