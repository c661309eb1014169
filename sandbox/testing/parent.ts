// Starts the sandbox as `npm start` does and stays, for a test that ends it: the sandbox must follow.
import { readConfig } from '#server/config.ts';
import { sandboxSidecar } from '../../scripts/sandbox.ts';

const sidecar = await sandboxSidecar(process.env)(readConfig())?.open();
process.stdout.write(`GOOGLE_ISSUER=${sidecar?.config.google?.issuer}\n`);
setInterval(() => undefined, 60_000);
