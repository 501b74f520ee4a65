import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { checkDatabase } from './postgres.ts';

/** A message of the PostgreSQL protocol: its letter, its length, its content. */
function message(letter: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);

let server: Server | undefined;
afterEach(() => server?.close());

/** Speaks just enough of the protocol to say which version it is, as a server of that version would. */
async function databaseOf(version: string): Promise<string> {
  server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', 'I')]));
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) !== 'Q') return socket.end();
        const column = Buffer.concat([
          Buffer.from('version\0'),
          int32(0),
          int16(0),
          int32(23),
          int16(4),
          int32(-1),
          int16(0),
        ]);
        socket.write(
          Buffer.concat([
            message('T', int16(1), column),
            message('D', int16(1), int32(version.length), version),
            message('C', 'SELECT 1\0'),
            message('Z', 'I'),
          ]),
        );
      });
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `postgres://edulab:secret@127.0.0.1:${(server.address() as AddressInfo).port}/edulab`;
}

it('a PostgreSQL older than 15 is refused in one clear line', async () => {
  await expect(checkDatabase(await databaseOf('140012'))).rejects.toThrow(
    /^DATABASE_URL leads to PostgreSQL 14; Edulab needs 15 or newer\.$/,
  );
});

it.each(['150000', '180003'])('version %s will do', async (version) => {
  await expect(checkDatabase(await databaseOf(version))).resolves.toBeUndefined();
});
