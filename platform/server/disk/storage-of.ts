import type { Settings } from '../run/settings.ts';
import { DiskStorage } from './disk-storage.ts';
import { S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export type StorageSettings = Pick<Settings, 'dataDir' | 'fileStore' | 'fileCacheMb'>;

const opened = new Map<string, Storage>();

/** The storage of an installation; one of each in a process. */
export function storageOf({ dataDir, fileStore, fileCacheMb }: StorageSettings): Storage {
  const name = JSON.stringify([dataDir, fileStore]);
  const known = opened.get(name);
  if (known) return known;
  const storage = fileStore ? new S3Storage(dataDir, fileStore, fileCacheMb) : new DiskStorage(dataDir);
  opened.set(name, storage);
  return storage;
}
