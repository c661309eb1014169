// `node --import ./scripts/env-file.ts …`: settings from `.env` in the working directory, where there is one. What the
// environment says already wins. Node's own --env-file-if-exists does the same and says so whenever there is none.
try {
  process.loadEnvFile();
} catch (error) {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!isMissing) throw error;
}
