import type { Rolldown } from 'vite';

/** A part of a build that holds code, with the styles that come with it. */
export interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: string[];
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** The parts of a build that hold code, by the names of their files. */
export function chunksOf(bundle: Rolldown.OutputBundle): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  // The bundler's own types leave out what its plugins add.
  for (const output of Object.values(bundle))
    if (output.type === 'chunk') chunks.set(output.fileName, output as unknown as Chunk);
  return chunks;
}
