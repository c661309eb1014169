/** Where the sandbox is and whom it serves; put in front of the script by the server. */
export interface SandboxSettings {
  origin: string;
  appOrigin: string;
}

declare global {
  const PROMPTARIUM_SANDBOX: SandboxSettings;
}

export const SANDBOX: SandboxSettings = PROMPTARIUM_SANDBOX;
