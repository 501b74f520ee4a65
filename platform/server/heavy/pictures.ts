import sharp from 'sharp';

/* Runs in a process of the pool. Only these formats: libvips would read a hundred, some of them programs of their own. */

/** The largest picture that is unpacked: a phone's best is within it, a bomb is not. */
const maxPixels = 64_000_000;
const photoSide = 2000;
const options = { limitInputPixels: maxPixels, failOn: 'error' as const, sequentialRead: true };

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

/** Reads the head first, and draws only what is of a sensible size. */
export async function check({ path }: { path: string }): Promise<'fine' | 'broken' | 'large'> {
  const meta = await sharp(path, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined);
  if (!meta?.width || !meta.height) return 'broken';
  if (meta.width * meta.height * (meta.pages ?? 1) > maxPixels) return 'large';
  return sharp(path, options)
    .resize(32)
    .raw()
    .toBuffer()
    .then(
      () => 'fine',
      () => 'broken',
    );
}

/** Without place, camera and other particulars, upright, of a sensible size. */
export function photo({ path, format }: { path: string; format: 'jpg' | 'png' }): Promise<Buffer> {
  const upright = sharp(path, options)
    .rotate()
    .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true });
  return (format === 'png' ? upright.png() : upright.jpeg({ quality: 88 })).toBuffer();
}

export const small = ({ path, size }: { path: string; size: number }): Promise<Buffer> =>
  sharp(path, options)
    .rotate()
    .resize({ width: size, height: size, fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();

export const logo = ({ path, size }: { path: string; size: number }): Promise<Buffer> =>
  sharp(path, options).resize(size, size, { fit: 'inside' }).png().toBuffer();
