// `npm start`: builds what is not built, starts the sandbox where it is allowed, then the app in this process.
// Imports wait until they are needed: what is compiled once is kept for the next start, and the database starts while
// the rest is still being loaded.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// In the environment for the sandbox's process.
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  '..',
  'node_modules',
  '.cache',
  'promptarium',
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
const { hasEnoughFileDescriptors } = await import('../server/file-descriptor-limit.ts');
// With too few, a build fails with a stack; the app below ends with a sentence.
if (hasEnoughFileDescriptors()) {
  const { buildWhenNeeded } = await import('./build.ts');
  await buildWhenNeeded();
}
const { run } = await import('../server/main.ts');
const { sandboxSidecar } = await import('./sandbox.ts');
const { showStep } = await import('./time-step.ts');
await run({ startSidecar: sandboxSidecar(process.env), showStep });
