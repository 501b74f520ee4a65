/**
 * Everything that an operator can set, read once at the start. Each setting stands in `VARIABLES` or
 * `FLAGS` with its meaning; a value that makes no sense is one clear line (`StartError`).
 */
import { availableParallelism, totalmem } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { minimumPassword } from '#platform/contract/password.ts';
import { StartError } from './lifecycle.ts';

export interface Settings {
  port: number;
  /** Address to listen on. */
  host: string;
  /** Absolute path of the folder with database, files and outbox. */
  dataDir: string;
  /** A store of files that servers share; null: the data folder. */
  fileStore: FileStore | null;
  /** Megabytes of copies from that store that this machine keeps. */
  fileCacheMb: number;
  /** PostgreSQL of the operator, as owner of the tables; null: the embedded one. */
  databaseUrl: string | null;
  /** Processes that answer requests; 1: this one alone. */
  workers: number;
  /** The same database as the role that is bound by row-level security; null: derived from the owner. */
  databaseAppUrl: string | null;
  /** The same database on a server that follows it, for what only reads; null: none. */
  databaseReplicaUrl: string | null;
  /** Mail server; null: mail goes to the outbox in the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Where people reach Edulab: origin without a last slash. Stands in links of mails. */
  publicUrl: string;
  /** Origin under which e-learning packages run, another host than the application's; null: the usual ways. */
  packagesUrl: string | null;
  /** Server that verifies the national electronic signature (E-IMZO); null: nobody signs with it. */
  eimzoUrl: string | null;
  /** Merchant API of Click; null: the address that Click gives out. */
  clickUrl: string | null;
  /** Where the Central Bank tells its rates; null: nobody is asked, the office enters them. */
  ratesUrl: string | null;
  /** Host names with a sign-in of their own; null: none. */
  admissionHost: string | null;
  transferHost: string | null;
  /** 12 digits, or null when there is none to show. */
  supportPhone: string | null;
  admissionPhone: string | null;
  /** Addresses (or networks, 10.0.0.0/8) of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Bytes that an uploaded file may have at most, whatever an institution sets for itself. */
  uploadMost: number;
  /** What one heavy task may take (seconds, megabytes), and the rows of an export that are written at once. */
  heavySeconds: number;
  heavyMemoryMb: number;
  exportRows: number;
  /** Days for which the security log is kept. */
  securityLogDays: number;
  /** Characters of a new password, whatever an institution sets for itself. */
  passwordLeast: number;
  /** The common path without what makes it quick: see `fast/README.md`. */
  plain: boolean;
  /** Fill an empty database with the demo university, and show its accounts at the sign-in. */
  demo: boolean;
  /** By how many milliseconds the clock of Edulab is ahead of the machine's; 0 but for tests and rehearsals. */
  clockAhead: number;
  /** Students of the demo university's database when it is filled; null: the usual number. */
  students: number | null;
}

/** A bucket that is reached with the S3 protocol; keys come from AWS_ACCESS_KEY_ID and the like, as its client looks for them. */
export interface FileStore {
  bucket: string;
  /** Begins every name in it: empty, or with a slash at its end. */
  prefix: string;
  /** null: Amazon's own. */
  endpoint: string | null;
  region: string;
}

/** Name → meaning, in the order in which `--help` prints them. */
const VARIABLES = {
  PORT: 'port to listen on (3000)',
  HOST: 'address to listen on (127.0.0.1, this machine only: the demo passwords are known to all; 0.0.0.0 for every network)',
  EDULAB_DATA: 'folder for database and files (./data)',
  FILES_URL:
    'store of files with the S3 protocol, s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION, with the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (files lie in the data folder)',
  FILES_CACHE_MB: 'megabytes of copies from that store that this machine keeps at most (2048)',
  EDULAB_URL: 'address at which people reach Edulab (http://localhost:PORT)',
  PACKAGES_URL:
    'a second address of this Edulab, with another host name, for e-learning packages alone (http://packages.localhost:PORT on this machine)',
  WORKERS:
    'processes that answer requests, on one port (as many as processors, or half where the embedded database has the other half; 512 MB of memory each)',
  DATABASE_URL: 'PostgreSQL 15 or newer, as owner (the embedded one)',
  DATABASE_APP_URL: 'the same database as a role without BYPASSRLS (made by the owner)',
  DATABASE_REPLICA_URL:
    'the same database on a server that follows it, postgres://host:port/name, for reports, exports and public pages (none)',
  SMTP_URL: 'mail server, smtp://user:password@host:port (mail goes to the outbox)',
  MAIL_FROM: 'sender of mails (Edulab <no-reply@HOST of EDULAB_URL>)',
  EIMZO_URL:
    'server that verifies the national electronic signature, http://address:port of an e-imzo-server that only Edulab reaches (none)',
  CLICK_URL:
    'Merchant API of Click, where it is asked how payments stand and that one be taken back (https://api.click.uz/v2/merchant/; in a demo the practice bank answers)',
  RATES_URL:
    'where rates of currencies are asked for each night, https://cbu.uz/uz/arkhiv-kursov-valyut/json/ of the Central Bank (none: accounting enters them)',
  ADMISSION_HOST: 'host name of the entrance for applicants (none)',
  TRANSFER_HOST: 'host name of the entrance for transfers (none)',
  SUPPORT_PHONE: 'phone for questions, shown in texts (none; placeholders in the demo)',
  ADMISSION_PHONE: 'phone for questions on admission, shown in texts (none; placeholders in the demo)',
  UPLOAD_MOST_MB: 'megabytes of an uploaded file at most, whatever an institution sets for itself (1024)',
  HEAVY_SECONDS: 'seconds of a processor that one heavy task (a paper, a file to be read, an export) may take (30)',
  HEAVY_MEMORY_MB: 'megabytes that the process of a heavy task may hold; there are two at most (512)',
  EXPORT_ROWS: 'rows of an export that are answered at once; longer ones are written in the background (20000)',
  SECURITY_LOG_DAYS: 'days for which the security log is kept (730)',
  PASSWORD_LEAST: `characters that a new password has at least; institutions may ask for more, never for fewer (${minimumPassword})`,
  EDULAB_PLAIN:
    '1: nothing is remembered, pipelined or put off for speed; to find out whether a fault comes from there (0)',
  TRUSTED_PROXIES: 'addresses of reverse proxies, separated by commas (none)',
  EDULAB_CLOCK:
    'for rehearsals, in a demo that sends no mail: the time from which to go on, 2026-12-31T23:58:00+05:00, or seconds to be ahead, +86400 (the clock of the machine)',
} as const;

const FLAGS = {
  '--no-demo': 'leave an empty database empty; its first page creates the first institution',
  '--students N': 'size of the demo university, 1 to 1000000 (10000)',
  '--help': 'this list',
} as const;

/** The demo university shows where phones stand; nobody has these numbers. */
const demoPhones = { support: '998000000000', admission: '998000000001' };

type Environment = Record<string, string | undefined>;

/** Reads environment and flags. An empty variable counts as not set. Throws `StartError`. */
export function settings(environment: Environment = process.env, args: string[] = process.argv.slice(2)): Settings {
  const read = (name: keyof typeof VARIABLES): string | null => environment[name]?.trim() || null;
  const flags = readFlags(args);
  if (flags.help) {
    process.stdout.write(`${help()}\n`);
    process.exit(0);
  }

  const port = whole('PORT', read('PORT') ?? '3000', 0, 65_535);
  const publicUrl = readUrl('EDULAB_URL', read('EDULAB_URL') ?? `http://localhost:${port}`, [
    'http:',
    'https:',
  ]) as string;
  const { origin, hostname, pathname } = new URL(publicUrl);
  if (pathname !== '/') throw new StartError(`EDULAB_URL must be an address without a path, not "${publicUrl}".`);

  const packages = readUrl('PACKAGES_URL', read('PACKAGES_URL'), ['http:', 'https:']);
  if (packages && new URL(packages).hostname === hostname)
    throw new StartError(
      'PACKAGES_URL must have another host name than EDULAB_URL: packages run what strangers wrote.',
    );

  const databaseUrl = readUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']);
  const databaseAppUrl = readUrl('DATABASE_APP_URL', read('DATABASE_APP_URL'), ['postgres:', 'postgresql:']);
  if (databaseAppUrl && !databaseUrl) throw new StartError('DATABASE_APP_URL is set, but DATABASE_URL is not.');

  const databaseReplicaUrl = readUrl('DATABASE_REPLICA_URL', read('DATABASE_REPLICA_URL'), [
    'postgres:',
    'postgresql:',
  ]);
  if (databaseReplicaUrl && !databaseUrl) throw new StartError('DATABASE_REPLICA_URL is set, but DATABASE_URL is not.');

  const demo = !flags['no-demo'];
  const clockAhead = readClock(read('EDULAB_CLOCK'));
  const smtpUrl = readUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']);
  // History, signatures and deadlines of a real university say when things happened, and its letters reach people.
  if (clockAhead !== 0 && (!demo || smtpUrl))
    throw new StartError(
      'EDULAB_CLOCK is for a demo that sends no mail: take away --no-demo and SMTP_URL, or EDULAB_CLOCK.',
    );
  return {
    port,
    host: read('HOST') ?? '127.0.0.1',
    dataDir: path.resolve(read('EDULAB_DATA') ?? 'data'),
    workers: whole('WORKERS', read('WORKERS') ?? String(usualWorkers(databaseUrl === null)), 1, 256),
    fileStore: readFileStore(read('FILES_URL')),
    fileCacheMb: whole('FILES_CACHE_MB', read('FILES_CACHE_MB') ?? '2048', 1, 1_000_000),
    databaseUrl,
    databaseAppUrl,
    databaseReplicaUrl,
    smtpUrl,
    mailFrom: read('MAIL_FROM') ?? `Edulab <no-reply@${hostname}>`,
    publicUrl: origin,
    packagesUrl: packages && new URL(packages).origin,
    eimzoUrl: readUrl('EIMZO_URL', read('EIMZO_URL'), ['http:', 'https:']),
    clickUrl: readUrl('CLICK_URL', read('CLICK_URL'), ['http:', 'https:']),
    ratesUrl: readUrl('RATES_URL', read('RATES_URL'), ['http:', 'https:']),
    admissionHost: readHost('ADMISSION_HOST', read('ADMISSION_HOST')),
    transferHost: readHost('TRANSFER_HOST', read('TRANSFER_HOST')),
    supportPhone: readPhone('SUPPORT_PHONE', read('SUPPORT_PHONE')) ?? (demo ? demoPhones.support : null),
    admissionPhone: readPhone('ADMISSION_PHONE', read('ADMISSION_PHONE')) ?? (demo ? demoPhones.admission : null),
    trustedProxies: (read('TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    uploadMost: whole('UPLOAD_MOST_MB', read('UPLOAD_MOST_MB') ?? '1024', 1, 1_000_000) * 1024 * 1024,
    heavySeconds: whole('HEAVY_SECONDS', read('HEAVY_SECONDS') ?? '30', 5, 3600),
    heavyMemoryMb: whole('HEAVY_MEMORY_MB', read('HEAVY_MEMORY_MB') ?? '512', 128, 16_384),
    exportRows: whole('EXPORT_ROWS', read('EXPORT_ROWS') ?? '20000', 1, 1_000_000),
    securityLogDays: whole('SECURITY_LOG_DAYS', read('SECURITY_LOG_DAYS') ?? '730', 30, 36_500),
    passwordLeast: whole('PASSWORD_LEAST', read('PASSWORD_LEAST') ?? String(minimumPassword), minimumPassword, 64),
    plain: whole('EDULAB_PLAIN', read('EDULAB_PLAIN') ?? '0', 0, 1) === 1,
    demo,
    clockAhead,
    students: flags.students === undefined ? null : whole('--students', flags.students, 1, 1_000_000),
  };
}

/** A worker keeps a processor busy, and its questions the database about as much of another. */
function usualWorkers(embedded: boolean): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const processors = Math.floor(availableParallelism() / (embedded ? 2 : 1));
  return Math.max(1, Math.min(processors, Math.floor(memory / 2 ** 29 / 2)));
}

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      strict: true,
      options: { 'no-demo': { type: 'boolean' }, students: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}. Known flags: ${Object.keys(FLAGS).join(', ')}.`);
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return value;
}

function readUrl(name: string, text: string | null, protocols: string[]): string | null {
  if (text === null) return null;
  // The text may hold a password and is therefore not repeated.
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new StartError(
      `${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
  }
  return text;
}

function readFileStore(text: string | null): FileStore | null {
  const url = readUrl('FILES_URL', text, ['s3:']);
  if (url === null) return null;
  const { hostname, pathname, searchParams } = new URL(url);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname))
    throw new StartError('FILES_URL must name a bucket: s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.');
  const prefix = pathname.split('/').filter(Boolean).join('/');
  return {
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: readUrl('endpoint in FILES_URL', searchParams.get('endpoint'), ['http:', 'https:']),
    region: searchParams.get('region') ?? 'us-east-1',
  };
}

/** An instant is counted from now on: a server that is started again goes on from there again; one that is ahead stays so. */
export function readClock(text: string | null): number {
  if (text === null) return 0;
  if (/^[+-]\d{1,10}$/.test(text)) return Number(text) * 1000;
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new StartError(
      `EDULAB_CLOCK must be an instant such as 2026-12-31T23:58:00+05:00, or seconds such as +86400, not "${text}".`,
    );
  return instant - Date.now();
}

function readHost(name: string, text: string | null): string | null {
  if (text !== null && !/^[a-z0-9.-]+$/i.test(text))
    throw new StartError(`${name} must be a host name such as qabul.example.uz, not "${text}".`);
  return text?.toLowerCase() ?? null;
}

function readPhone(name: string, text: string | null): string | null {
  const digits = text?.replace(/[\s()+-]/g, '') ?? null;
  if (digits !== null && !/^\d{12}$/.test(digits))
    throw new StartError(`${name} must have 12 digits such as 998712000000, not "${text}".`);
  return digits;
}

function help(): string {
  const lines = (list: Record<string, string>): string =>
    Object.entries(list)
      .map(([name, meaning]) => `  ${name.padEnd(18)}${meaning}`)
      .join('\n');
  return `Edulab: npm start [-- flags]\n\nFlags\n${lines(FLAGS)}\n\nEnvironment (and what holds without)\n${lines(VARIABLES)}`;
}
