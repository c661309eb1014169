import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/docs/mcp')({
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'MCP',
      description: `Use ${BRAND.name} from Claude, Cursor, VS Code and other AI tools.`,
      path: paths.mcpDocs(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/mcp-docs/mcp-docs-page.tsx'), 'McpDocsPage'),
});
