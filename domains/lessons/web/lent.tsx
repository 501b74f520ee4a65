import { type ComponentType, lazy, Suspense } from 'react';

/** Parts of lessons that pages of other domains show. They come with the page that shows them, not with the first one. */

function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

export const LinksField = later(async () => (await import('./components/links-field.tsx')).LinksField);
export const Material = later(async () => (await import('./components/material.tsx')).Material);
export const PackageDrawer = later(async () => (await import('./components/package-drawer.tsx')).PackageDrawer);
export const PackagePlayer = later(async () => (await import('./components/package-player.tsx')).PackagePlayer);
export const PackageStart = later(async () => (await import('./components/package-start.tsx')).PackageStart);
export const PackageResults = later(async () => (await import('./components/statistics.tsx')).PackageResults);
