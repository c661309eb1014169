import { BRAND } from '#contract/brand.ts';
import type { SiteFiles } from '#contract/rendering.ts';
import { paths } from './paths.ts';
import { ICONS, THEME_COLORS } from './styles/icons.ts';

/** What a phone's home screen shows of the site, with the icons under the names the build gave them. */
export const SITE_FILES: SiteFiles = {
  favicon: ICONS.favicon,
  manifest: {
    name: BRAND.name,
    short_name: BRAND.name,
    id: paths.home(),
    start_url: paths.home(),
    scope: paths.home(),
    display: 'minimal-ui',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [
      { src: ICONS.small, sizes: '192x192', type: 'image/png' },
      { src: ICONS.large, sizes: '512x512', type: 'image/png' },
      { src: ICONS.large, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
};
