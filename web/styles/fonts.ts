import slab from '@fontsource-variable/epunda-slab/files/epunda-slab-latin-wght-normal.woff2?url';
import grotesk from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';

/** Faces every page draws its first lines with. */
export const PRELOADED_FONTS = [slab, grotesk];
