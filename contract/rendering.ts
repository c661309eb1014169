/** What the server and the bundle that renders its pages agree on: they share no code at run time. */

/** The files a page starts with, as Vite named them. */
export interface PageAssets {
  /** Draws the page in the browser. */
  script: string;
  /** Fetches `script` once the page is painted; absent in development, where the page fetches it itself. */
  start?: string;
  styles: string[];
}

/** Files at fixed addresses whose contents the build knows. */
export interface SiteFiles {
  /** Where /favicon.ico leads. */
  favicon: string;
  /** The web app manifest. */
  manifest: object;
}

/** Server settings that every page needs; part of the page's state block. */
export interface PageSettings {
  /** Scheme, host and port for canonical links; no trailing slash. */
  origin: string;
  theme: 'light' | 'dark' | undefined;
  /** Members and payments are simulated. */
  isSandbox: boolean;
  /** Whether tax is included in prices or added; undefined: none is computed, and they are what is charged. */
  tax?: 'added' | 'included' | undefined;
  /** When the page was rendered, ISO 8601: both sides' first rendering counts days from it. */
  renderedAt: string;
  assets: PageAssets;
}

/** A response of our API, whatever its status. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface RenderRequest extends Omit<PageSettings, 'renderedAt'> {
  /** Path and query. */
  url: string;
  /** Calls our own API in this process, as the same viewer. */
  fetchApi(path: string): Promise<ApiResponse>;
}

export interface RenderResult {
  status: number;
  html: string;
  /** Set for a redirect; `html` is empty then. */
  location?: string;
}
