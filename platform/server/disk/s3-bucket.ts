import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileStore } from '../run/settings.ts';
import { type Range, StoreAway } from './storage.ts';

const partSize = 8 * 1024 * 1024;
/** So often in a row a download is taken up where it broke off, before anything more came of it. */
const mostResumes = 5;

export interface Found {
  size: number;
  /** When it was written, in milliseconds. */
  at: number;
}

/** A bucket of the store. What the store cannot do is tried again; where that does not help, `StoreAway` is thrown. */
export class Bucket {
  readonly #client: S3Client;
  readonly #name: string;

  constructor({ bucket, endpoint, region }: FileStore) {
    this.#name = bucket;
    this.#client = new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      maxAttempts: 5,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
      // Stores of other makers do not know the checksums that came later; a content is checked by its hash.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#name, Key: key };
  }

  async find(key: string): Promise<Found | undefined> {
    try {
      const { ContentLength = 0, LastModified } = await this.#client.send(new HeadObjectCommand(this.#at(key)));
      return { size: ContentLength, at: LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new StoreAway(error);
    }
  }

  /** In parts, of which each is sent again by itself; nothing is seen under the key before all of them are there. */
  async send(key: string, file: string): Promise<void> {
    const params = { ...this.#at(key), Body: createReadStream(file) };
    try {
      await new Upload({ client: this.#client, params, partSize, queueSize: 2 }).done();
    } catch (error) {
      throw new StoreAway(error);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#at(key)));
    } catch (error) {
      throw new StoreAway(error);
    }
  }

  async *list(prefix: string): AsyncGenerator<Found & { key: string }> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#name, Prefix: prefix });
    for (;;) {
      const page = await pages.next().catch((error: unknown) => {
        throw new StoreAway(error);
      });
      if (page.done) return;
      for (const { Key, Size = 0, LastModified } of page.value.Contents ?? [])
        if (Key) yield { key: Key, size: Size, at: LastModified?.getTime() ?? 0 };
    }
  }

  /** The bytes in their order, taken up again where a connection broke. */
  read(key: string, range?: Range): Readable {
    return Readable.from(this.#pieces(key, range), { objectMode: false });
  }

  async *#pieces(key: string, range?: Range): AsyncGenerator<Uint8Array> {
    let at = range?.start ?? 0;
    let end = range && range.end + 1;
    for (let failed = 0; end === undefined || at < end; ) {
      try {
        const part = at > 0 || end !== undefined ? { Range: `bytes=${at}-${end === undefined ? '' : end - 1}` } : {};
        const { Body, ContentLength = 0 } = await this.#client.send(
          new GetObjectCommand({ ...this.#at(key), ...part }),
        );
        end ??= at + ContentLength;
        if (!(Body instanceof Readable)) throw new Error('nothing to read from');
        for await (const piece of Body) {
          at += piece.length;
          failed = 0;
          yield piece;
        }
        if (at < end) throw new Error('it ended too early');
      } catch (error) {
        if (isMissing(error)) throw error;
        if (++failed > mostResumes) throw new StoreAway(error);
      }
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
