import slab from '@fontsource-variable/epunda-slab/files/epunda-slab-latin-wght-normal.woff2?url';
import grotesk from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';
import mono from '@fontsource-variable/sometype-mono/files/sometype-mono-latin-wght-normal.woff2?url';

/** Faces every page draws its first lines with. */
export const PRELOADED_FONTS = [slab, grotesk];

/** The face of prompts, for a page whose first screen shows one. */
export const PROMPT_FONT = mono;
