/** Where a square lies on a picture, as the person moved and enlarged it. Pure: the dialog draws it, the canvas cuts it. */
export interface Crop {
  /** 1 shows the whole of the shorter side */
  zoom: number;
  /** middle of the square, as shares (0 … 1) of the picture's width and height */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const maxZoom = 4;

/** Side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** The same crop, moved back so that the square lies wholly on the picture. */
export function cropInside(size: Size, crop: Crop): Crop {
  const zoom = Math.min(maxZoom, Math.max(1, crop.zoom));
  const side = sideOf(size, zoom);
  const clamp = (share: number, length: number) => {
    const margin = side / length / 2;
    return Math.min(1 - margin, Math.max(margin, share));
  };
  return { zoom, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) };
}

/** Faces stand in the upper half of a portrait. */
export const firstCrop = (size: Size): Crop =>
  cropInside(size, { zoom: 1, x: 0.5, y: size.height > size.width ? 0.4 : 0.5 });

/** How the whole picture must be drawn so that the square fills a frame of `frame` pixels. */
export function cropStyle(size: Size, crop: Crop, frame: number) {
  const scale = frame / sideOf(size, crop.zoom);
  return {
    width: size.width * scale,
    height: size.height * scale,
    left: frame / 2 - crop.x * size.width * scale,
    top: frame / 2 - crop.y * size.height * scale,
  };
}
