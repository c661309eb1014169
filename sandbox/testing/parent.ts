// Starts the sandbox as `npm start` does and stays, for a test that ends it: the sandbox must follow.
import { startSandbox } from '../../scripts/sandbox.ts';

const { readSettings } = await startSandbox(process.env);
process.stdout.write(`GOOGLE_ISSUER=${readSettings().google?.issuer}\n`);
setInterval(() => undefined, 60_000);
