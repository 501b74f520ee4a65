import { createHash } from 'node:crypto';
import * as os from 'node:os';

/** Marks the PostgreSQL of this very folder; one that runs on a copy has another, though it has the same password. */
export const markOf = (home: string, password: string): string =>
  `edulab-${createHash('sha256').update(`${password} ${home}`).digest('hex').slice(0, 16)}`;

/** What PostgreSQL is told besides the folder. */
export function tuningOf(cluster: { mark: string; port: number; throwaway: boolean; connections: number }): string[] {
  const durable = cluster.throwaway ? 'off' : 'on';
  const megabytes = Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  const values = {
    cluster_name: cluster.mark,
    ...(cluster.port
      ? { listen_addresses: '127.0.0.1', port: cluster.port, unix_socket_directories: '' }
      : { listen_addresses: '', port: 5432, unix_socket_directories: '.', unix_socket_permissions: '0700' }),
    max_connections: cluster.connections,
    shared_buffers: `${Math.round(Math.min(Math.max(megabytes / 8, 64), 1024))}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    maintenance_work_mem: '128MB',
    work_mem: '8MB',
    max_wal_size: cluster.throwaway ? '512MB' : '2GB',
    ...(cluster.throwaway ? { wal_level: 'minimal', max_wal_senders: 0 } : {}),
    // Durability is not for sale: what was acknowledged is on disk.
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    jit: 'off',
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What a statement was refused for names its values. Edulab logs the codes; here stands what concerns the server itself.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
