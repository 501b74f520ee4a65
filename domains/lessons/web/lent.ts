import { later } from '#platform/web/index.ts';

/** Parts of lessons that pages of other domains show. */

export const LinksField = later(async () => (await import('./components/links-field.tsx')).LinksField);
export const Material = later(async () => (await import('./components/material.tsx')).Material);
export const PackageDrawer = later(async () => (await import('./components/package-drawer.tsx')).PackageDrawer);
export const PackagePlayer = later(async () => (await import('./components/package-player.tsx')).PackagePlayer);
export const PackageStart = later(async () => (await import('./components/package-start.tsx')).PackageStart);
export const PackageResults = later(async () => (await import('./components/statistics.tsx')).PackageResults);
