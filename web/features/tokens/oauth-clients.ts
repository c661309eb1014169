/** An app that connects by signing in, and what to do there. */
interface OAuthClient {
  slug: string;
  name: string;
  steps: string;
}

export const OAUTH_CLIENTS: readonly OAuthClient[] = [
  {
    slug: 'claude',
    name: 'Claude (web, desktop, phone)',
    steps: 'Settings, Connectors, “Add custom connector”: paste the address, then Connect.',
  },
  {
    slug: 'chatgpt',
    name: 'ChatGPT',
    steps:
      'Settings, Connectors (or Apps), Advanced: turn on Developer mode. Then Create, with the address and OAuth.',
  },
  {
    slug: 'editors',
    name: 'Claude Code, VS Code',
    steps: 'Add the server as below without its header: they open the sign-in themselves.',
  },
];
