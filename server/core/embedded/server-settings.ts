/** Only a name inside the socket's folder: the server listens on no network. */
export const socketPort = 5432;

/**
 * For a small machine shared with Node: two cores, one or two gigabytes. Given on the command
 * line, so they follow the program's version and not the day the database was made.
 */
export function serverArguments(cluster: string, socketFolder: string): string[] {
  const settings: Record<string, string | number> = {
    // No TCP and no TLS: the bundled OpenSSL is 1.1.1, long out of support.
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: socketPort,
    max_connections: 60,
    cluster_name: 'promptarium',

    // What was acknowledged is on disk. These are the defaults; they are here so that nobody wonders.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    // Starting a parallel worker costs more than our queries, on cores that Node needs.
    max_parallel_workers_per_gather: 0,
    jit: 'off',

    // Nothing of people's texts in the log: no statements, no "Key (title)=(…)" details.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
