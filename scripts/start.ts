// `npm start`: builds what is not built, then becomes the app.
import { buildWhenNeeded } from './build.ts';

await buildWhenNeeded();
await import('../server/main.ts');
