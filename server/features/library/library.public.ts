/** What other features read of prompts written as files. */
export { parsePrompt } from './library.format.ts';
export { checkVariables } from './library.variables.ts';
