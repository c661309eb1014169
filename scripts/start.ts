// `npm start`: builds what is not built, puts the sandbox beside the app where that may be, then becomes the app.
import { run } from '../server/main.ts';
import { buildWhenNeeded } from './build.ts';
import { startSandbox } from './sandbox.ts';

await buildWhenNeeded();
const { readSettings, afterOpening } = await startSandbox(process.env);
await run(readSettings, afterOpening);
