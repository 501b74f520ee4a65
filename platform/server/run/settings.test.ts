import { describe, expect, it } from 'vitest';
import { settings } from './settings.ts';

describe('settings', () => {
  it('need nothing', () => {
    expect(settings({}, [])).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      demo: true,
      // Shown where a real university has its own.
      supportPhone: '998000000000',
      admissionPhone: '998000000001',
      students: null,
    });
  });

  it('are read from environment and flags', () => {
    const read = settings(
      {
        PORT: '8080',
        EDULAB_URL: 'https://lms.example.uz/',
        SUPPORT_PHONE: '+998 71 200 00 00',
        TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
        UPLOAD_MOST_MB: '200',
        FILES_URL: 's3://edulab/a/b/?endpoint=https://s3.example.uz:9000&region=uz-1',
      },
      ['--no-demo', '--students', '500'],
    );
    expect(read).toMatchObject({
      port: 8080,
      publicUrl: 'https://lms.example.uz',
      mailFrom: 'Edulab <no-reply@lms.example.uz>',
      supportPhone: '998712000000',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
      uploadMost: 200 * 1024 * 1024,
      fileStore: { bucket: 'edulab', prefix: 'a/b/', endpoint: 'https://s3.example.uz:9000', region: 'uz-1' },
      demo: false,
      students: 500,
    });
  });

  it.each([
    [{ PORT: 'http' }, [], 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '70000' }, [], 'PORT must be a whole number from 0 to 65535, not "70000".'],
    [
      { DATABASE_URL: 'mysql://u:geheim@h/d' },
      [],
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    ],
    [{ DATABASE_APP_URL: 'postgres://u@h/d' }, [], 'DATABASE_APP_URL is set, but DATABASE_URL is not.'],
    [{ DATABASE_REPLICA_URL: 'postgres://h/d' }, [], 'DATABASE_REPLICA_URL is set, but DATABASE_URL is not.'],
    [
      { EDULAB_URL: 'https://example.uz/lms' },
      [],
      'EDULAB_URL must be an address without a path, not "https://example.uz/lms".',
    ],
    [
      { FILES_URL: 's3://B/x' },
      [],
      'FILES_URL must name a bucket: s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.',
    ],
    [
      { FILES_URL: 's3://edulab/x?endpoint=ftp://host' },
      [],
      'endpoint in FILES_URL must be an address that begins with http:// or https://.',
    ],
    [{ PASSWORD_LEAST: '5' }, [], 'PASSWORD_LEAST must be a whole number from 8 to 64, not "5".'],
    [
      { EDULAB_CLOCK: '2026-12-31' },
      [],
      'EDULAB_CLOCK must be an instant such as 2026-12-31T23:58:00+05:00, or seconds such as +86400, not "2026-12-31".',
    ],
    [{ EDULAB_CLOCK: '+60' }, ['--no-demo'], 'EDULAB_CLOCK is for a demo that sends no mail'],
    [{ EDULAB_CLOCK: '+60', SMTP_URL: 'smtp://h' }, [], 'EDULAB_CLOCK is for a demo that sends no mail'],
    [{ SUPPORT_PHONE: '12' }, [], 'SUPPORT_PHONE must have 12 digits such as 998712000000, not "12".'],
    [{}, ['--students', '0'], '--students must be a whole number from 1 to 1000000, not "0".'],
    [{}, ['--demmo'], "Unknown option '--demmo'. Known flags: --no-demo, --students N, --help."],
    [{}, ['demo'], "Unexpected argument 'demo'. Known flags: --no-demo, --students N, --help."],
  ])('refuse %o %o in one line', (environment, args, message) => {
    expect(() => settings(environment as Record<string, string>, args)).toThrow(message);
  });
});
