/**
 * What stops the embedded database from starting, in words for the person at the terminal.
 * `in_use`: another copy has the folder. `version`: made by another PostgreSQL.
 * `platform`: this machine cannot run it. `start`: PostgreSQL itself gave up; the log's end is in the message.
 */
export class EmbeddedDatabaseError extends Error {
  readonly code: 'in_use' | 'version' | 'platform' | 'folder' | 'start';

  constructor(code: EmbeddedDatabaseError['code'], message: string) {
    super(message);
    this.name = 'EmbeddedDatabaseError';
    this.code = code;
  }
}
