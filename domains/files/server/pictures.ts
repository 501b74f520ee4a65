import sharp from 'sharp';
import { fail } from '#platform/server/errors.ts';

/** The largest picture that is unpacked: a phone's best is within it, a bomb is not. */
const maxPixels = 64_000_000;
const photoSide = 2000;
const options = { limitInputPixels: maxPixels, failOn: 'error' as const };

/** The content is not what the name says; `content` is what it is, where we know that. */
export const mismatch = (name: string, extension: string, content = 'none') =>
  fail('FILE_CONTENT_MISMATCH', { name, extension, content });

/** What a photo may be sent as. */
export const photoFormats = ['jpg', 'jpeg', 'png'];
/** Formats of which smaller pictures can be made. */
export const drawable = ['png', 'jpg', 'jpeg', 'gif'];

/** Refuses what only looks like a picture and what would fill the memory. Errors: IMAGE_TOO_LARGE, FILE_CONTENT_MISMATCH. */
export async function checkPicture(path: string, name: string): Promise<void> {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const meta = await sharp(path, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined);
  if (!meta?.width || !meta.height) throw mismatch(name, extension);
  if (meta.width * meta.height * (meta.pages ?? 1) > maxPixels) throw fail('IMAGE_TOO_LARGE', { name });
  try {
    await sharp(path, options).resize(32).raw().toBuffer();
  } catch {
    throw mismatch(name, extension);
  }
}

/** A photo without place, camera and other particulars, upright, of a sensible size. */
export const cleanPhoto = (path: string, format: 'jpg' | 'png'): Promise<Buffer> => {
  const upright = sharp(path, options)
    .rotate()
    .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true });
  return (format === 'png' ? upright.png() : upright.jpeg({ quality: 88 })).toBuffer();
};

/** A drawing becomes a picture of points: nothing in it can run or reach out. */
export const drawn = (svg: Buffer): Promise<Buffer> =>
  sharp(svg, { limitInputPixels: 16_000_000, failOn: 'error' })
    .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();

export const thumbnail = (path: string, size: number): Promise<Buffer> =>
  sharp(path, options)
    .rotate()
    .resize({ width: size, height: size, fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
