export interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/** Optional dependencies that the lock file names without saying where they are installed; `npm ci` refuses such a file. */
export function missingOptional(lock: Lock): { owner: string; name: string }[] {
  const missing: { owner: string; name: string }[] = [];
  for (const [owner, entry] of Object.entries(lock.packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!places(owner, name).some((place) => place in lock.packages)) missing.push({ owner, name });
    }
  }
  return missing;
}

/** Where Node would look for `name` from the package at `owner`: its own folder first, then each folder above. */
function places(owner: string, name: string): string[] {
  const above = owner
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return ['', ...above].map((folder) => `${folder ? `${folder}/` : ''}node_modules/${name}`);
}
