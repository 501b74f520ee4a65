import { fail } from '#platform/server/call/errors.ts';
import { work } from '#platform/server/heavy/index.ts';

/** The content is not what the name says; `content` is what it is, where we know that. */
export const contentMismatch = (name: string, extension: string, content = 'none') =>
  fail('FILE_CONTENT_MISMATCH', { name, extension, content });

/** What a photo may be sent as. */
export const photoFormats = ['jpg', 'jpeg', 'png'];
/** What texts may show. Drawings (SVG) are programs: 500 bytes of them can keep a processor for minutes. */
export const editorFormats = ['gif', 'jpeg', 'jpg', 'png'];
/** Formats of which smaller pictures can be made. */
export const drawable = ['png', 'jpg', 'jpeg', 'gif'];

/** Refuses what only looks like a picture and what would fill the memory. Errors: IMAGE_TOO_LARGE, FILE_CONTENT_MISMATCH, FILE_TOO_COMPLEX. */
export async function checkPicture(path: string, name: string): Promise<void> {
  const found = await work('picture.check', { path }, { seconds: 20 });
  if (found === 'large') throw fail('IMAGE_TOO_LARGE', { name });
  if (found === 'broken') throw contentMismatch(name, name.slice(name.lastIndexOf('.') + 1));
}

/** A photo without place, camera and other particulars, upright, of a sensible size. */
export const cleanPhoto = async (path: string, format: 'jpg' | 'png'): Promise<Buffer> =>
  Buffer.from(await work('picture.photo', { path, format }, { seconds: 20 }));

/** `who`: whoever opens a page of many people must not keep others waiting for theirs. */
export const thumbnail = async (path: string, size: number, who: string): Promise<Buffer> =>
  Buffer.from(await work('picture.small', { path, size }, { seconds: 20, who }));
