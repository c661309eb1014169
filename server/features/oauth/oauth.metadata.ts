import { BRAND } from '#contract/brand.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { OAUTH_PATHS, OAUTH_SCOPES } from '#contract/oauth-scopes.ts';

/** The one resource access tokens are for, and where its description is (RFC 9728 section 3.1). */
export const mcpResource = (publicUrl: string) => ({
  uri: `${publicUrl}${MCP_PATH}`,
  metadataUrl: `${publicUrl}${OAUTH_PATHS.resourceMetadata}${MCP_PATH}`,
});

/** RFC 9728 section 2. */
export const resourceMetadata = (publicUrl: string) => ({
  resource: mcpResource(publicUrl).uri,
  resource_name: BRAND.name,
  resource_documentation: `${publicUrl}/docs/mcp`,
  authorization_servers: [publicUrl],
  scopes_supported: OAUTH_SCOPES,
  bearer_methods_supported: ['header'],
});

/** RFC 8414 section 2, RFC 9207, and the draft of client ID metadata documents. */
export const serverMetadata = (publicUrl: string, { readsDocuments }: { readsDocuments: boolean }) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${OAUTH_PATHS.authorize}`,
  token_endpoint: `${publicUrl}${OAUTH_PATHS.token}`,
  registration_endpoint: `${publicUrl}${OAUTH_PATHS.register}`,
  revocation_endpoint: `${publicUrl}${OAUTH_PATHS.revoke}`,
  scopes_supported: OAUTH_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: readsDocuments,
  service_documentation: `${publicUrl}/docs/mcp`,
});
