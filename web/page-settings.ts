/** What the server tells every page about itself; travels in the page's state block. */
export interface PageSettings {
  /** Scheme, host and port for canonical links; no trailing slash. */
  origin: string;
  theme: 'light' | 'dark' | undefined;
  /** When the server drew the page, ISO 8601: both sides' first rendering counts days from it. */
  renderedAt: string;
  assets: { script: string; preloads: string[]; styles: string[] };
}
