import { describe, expect, it } from 'vitest';
import { cropInside, cropStyle, firstCrop, sideOf } from './crop.ts';

const portrait = { width: 600, height: 800 };

describe('the square of a photo', () => {
  it('begins with the whole of the shorter side, a little above the middle', () => {
    expect(firstCrop(portrait)).toEqual({ zoom: 1, x: 0.5, y: 0.4 });
    expect(firstCrop({ width: 800, height: 600 })).toEqual({ zoom: 1, x: 0.5, y: 0.5 });
    expect(sideOf(portrait, 2)).toBe(300);
  });

  it('never leaves the picture', () => {
    expect(cropInside(portrait, { zoom: 1, x: 9, y: -9 })).toEqual({ zoom: 1, x: 0.5, y: 0.375 });
    expect(cropInside(portrait, { zoom: 99, x: 0, y: 1 })).toEqual({ zoom: 4, x: 0.125, y: 0.90625 });
  });

  it('fills the frame', () => {
    for (const crop of [firstCrop(portrait), cropInside(portrait, { zoom: 3, x: 0, y: 1 })]) {
      const { width, height, left, top } = cropStyle(portrait, crop, 280);
      expect(left).toBeLessThanOrEqual(1e-9);
      expect(top).toBeLessThanOrEqual(1e-9);
      expect(left + width).toBeGreaterThanOrEqual(280 - 1e-9);
      expect(top + height).toBeGreaterThanOrEqual(280 - 1e-9);
      expect(width / height).toBeCloseTo(0.75);
    }
  });
});
