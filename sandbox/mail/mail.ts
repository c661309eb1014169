/** A mail as it arrived. */
export interface SandboxMail {
  id: number;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  arrivedAt: string;
}
