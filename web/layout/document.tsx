import { HeadContent, Outlet, useRouter } from '@tanstack/react-router';
import { PRELOADED_FONTS } from '#web/styles/fonts.ts';
import icon from '#web/styles/icon.svg?url';
import { ICONS, THEME_COLORS } from '#web/styles/icons.ts';
import { ClockProvider } from '#web/ui/behavior/page-clock.tsx';
import { OfflineBanner } from './banners/offline-banner.tsx';
import { SandboxBanner } from './banners/sandbox-banner.tsx';
import { LazyPageShortcuts } from './keyboard/lazy-page-shortcuts.tsx';
import { RouteFocus } from './keyboard/route-focus.tsx';
import { SessionWatch } from './session/session-watch.tsx';
import { StampQueryAge } from './session/stamp-query-age.tsx';
import { SkipLink } from './shell/skip-link.tsx';
import { Toasts } from './toasts.tsx';

/** The whole document: rendered by the server, hydrated by the browser. */
export function Document() {
  const { theme, assets, renderedAt } = useRouter().options.context.settings;
  return (
    <html lang="en" {...(theme ? { 'data-theme': theme } : {})} suppressHydrationWarning>
      <head>
        <HeadContent />
        {(['light', 'dark'] as const).map((each) => (
          <meta
            key={each}
            name="theme-color"
            media={`(prefers-color-scheme: ${each})`}
            content={THEME_COLORS[theme ?? each]}
          />
        ))}
        {/* They never change, and React leaves them in place: the script does without. */}
        {import.meta.env.SSR ? (
          <>
            <link rel="icon" href={ICONS.favicon} sizes="32x32" />
            <link rel="icon" href={icon} type="image/svg+xml" />
            <link rel="apple-touch-icon" href={ICONS.touchIcon} />
            <link rel="manifest" href="/manifest.webmanifest" />
            <link rel="alternate" type="application/atom+xml" href="/feed.xml" />
          </>
        ) : null}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* Before any script is there. */}
        {import.meta.env.SSR
          ? PRELOADED_FONTS.map((href) => (
              <link
                key={href}
                rel="preload"
                href={href}
                as="font"
                type="font/woff2"
                crossOrigin="anonymous"
              />
            ))
          : null}
      </head>
      <body>
        <ClockProvider renderedAt={renderedAt}>
          <SkipLink />
          <RouteFocus />
          <SessionWatch />
          <StampQueryAge />
          <OfflineBanner />
          <SandboxBanner />
          <Outlet />
          <LazyPageShortcuts />
          <Toasts />
        </ClockProvider>
      </body>
    </html>
  );
}
