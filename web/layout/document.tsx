import { HeadContent, Outlet, useRouter } from '@tanstack/react-router';
import { PRELOADED_FONTS } from '#web/styles/fonts.ts';
import icon from '#web/styles/icon.svg?url';
import { ClockProvider } from '#web/ui/clock.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { RouteFocus } from './route-focus.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import { SessionWatch } from './session-watch.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Toasts } from './toasts.tsx';

/** The whole document: drawn by the server, taken over by the browser as it stands. */
export function Document() {
  const { theme, assets, renderedAt } = useRouter().options.context.settings;
  return (
    <html lang="en" {...(theme ? { 'data-theme': theme } : {})} suppressHydrationWarning>
      <head>
        <HeadContent />
        <link rel="icon" href={icon} type="image/svg+xml" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {PRELOADED_FONTS.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
      </head>
      <body>
        <ClockProvider drawnAt={renderedAt}>
          <RouteFocus />
          <SessionWatch />
          <OfflineBar />
          <SandboxBanner />
          <Outlet />
          <Shortcuts />
          <Toasts />
        </ClockProvider>
      </body>
    </html>
  );
}
