/** Where the MCP server answers (modelcontextprotocol.io). */
export const MCP_PATH = '/mcp';
