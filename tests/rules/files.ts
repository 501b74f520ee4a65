import { expect } from 'vitest';
import { isThumbnail, thumbnailExtensions } from '#platform/web/kit/controls/upload.ts';
import { shortName, showSize } from '#platform/web/kit/show/values.ts';
import { covered, type Entries, why } from './entry.ts';
import { callAt, expectSource, fieldsOf } from './product.ts';

const files = 'domains/files/server/files.api.test.ts';
const controls = 'platform/web/kit/controls';
const server = why(
  'lists go out from the server, which holds rights, limits and the log of personal data over them (decision 9 of the project)',
);

/** Files that are sent, shown and taken away. */
export const entries: Entries = {
  R175: () =>
    expect(fieldsOf('POST /upload')).toEqual(
      expect.arrayContaining(['original_name', 'file_size', 'original_url', 'extension', 'type', 'src']),
    ),
  R355: covered(files, 'takes several and keeps equal contents once'),
  R356: () => expectSource(`${controls}/file-uploader.tsx`, 'multiple ? [...value, ...files]'),
  R357: () => expect(callAt('POST /upload').meta.aliases).toContain('/media/upload/react'),
  R366: server,
  R367: server,
  R381: () => {
    expectSource(`${controls}/file-uploader.tsx`, 'console.error(error);', 'setProgress(null);');
    expectSource('domains/files/web/upload.ts', 'reject(new ApiError(status, code, message))');
  },
  R423: () => {
    expect(shortName('a'.repeat(30))).toBe('a'.repeat(30));
    expect(shortName('a'.repeat(31))).toHaveLength(31);
    expect(shortName('a'.repeat(31))).toMatch(/…$/);
  },
  R424: () =>
    expect([1023, 1024, 1024 ** 2, 1024 ** 8].map((bytes) => showSize(bytes, 'en'))).toEqual([
      '1023 Bytes',
      '1 KB',
      '1 MB',
      '1 YB',
    ]),
  R425: () => {
    expect([...thumbnailExtensions].sort()).toEqual(['bmp', 'jpeg', 'jpg', 'png']);
    expect(['gif', 'pdf'].some(isThumbnail)).toBe(false);
  },
  // Drawings are refused everywhere: what they run would be run by whoever reads the text.
  R426: () => expectSource(`${controls}/rich-text-editor.tsx`, "['gif', 'jpeg', 'jpg', 'png']"),
  R427: () => expectSource(`${controls}/rich-text-editor.tsx`, 'width: 300, height: 200'),
  R428: () => expectSource(`${controls}/file-uploader.tsx`, 'width={600} height={300} muted controls'),
};
