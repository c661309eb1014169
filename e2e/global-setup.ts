import { startApp } from './start-app.ts';

/** Starts the app visitors' tests look at; they find it in E2E_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startApp('server/main.ts');
  process.env['E2E_URL'] = url;
  return stop;
}
