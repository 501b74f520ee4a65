import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const port = Number(process.env.PORT ?? 3000);

export default defineConfig({
  plugins: [react()],
  publicDir: 'platform/web/public',
  server: {
    port: port + 1000,
    proxy: { '/edulab': { target: `http://localhost:${port}`, changeOrigin: false } },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Inlined fonts and pictures would need data: in the policy and could not be cached on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Nothing in these runs by being imported, so what only lazy pages use does not end up in the first page.
      treeshake: {
        moduleSideEffects: [
          { test: /\/platform\/web\/(index|client|events)\.ts$/, sideEffects: false },
          { test: /node_modules\/@orpc\//, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // One file of texts per language, whichever domains there are.
            { name: 'texts-uz', test: /\/web\/(kit\/)?messages\/uz\.json$/ },
            { name: 'texts-ru', test: /\/web\/(kit\/)?messages\/ru\.json$/ },
            { name: 'texts-en', test: /\/web\/(kit\/)?messages\/en\.json$/ },
            // What every page needs and what changes only when libraries are updated.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
});
