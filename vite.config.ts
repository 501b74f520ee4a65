import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callLines } from './scripts/call-lines.ts';
import { faces } from './scripts/faces.ts';
import { homePieces, sharedByPieces } from './scripts/home-pieces.ts';
import { offlineList } from './scripts/offline-list.ts';
import { packed } from './scripts/packed.ts';
import { pdfParts } from './scripts/pdf-parts.ts';
import { neededPart, textParts } from './scripts/text-parts.ts';
import { usedStyles } from './scripts/used-styles.ts';

const port = Number(process.env.PORT ?? 3000);

export default defineConfig({
  plugins: [
    homePieces(),
    callLines(),
    textParts(),
    react(),
    faces(),
    usedStyles(),
    offlineList(),
    pdfParts(),
    packed(),
  ],
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
          { test: /\/platform\/web\/(index|client|events|kit\/index)\.ts$/, sideEffects: false },
          { test: /node_modules\/@orpc\//, sideEffects: false },
          { test: /\/(platform\/contract|domains\/[\w-]+(\/contract)?)\/[\w-]+\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // Each of the following takes along what its files import, unless one above it has that already: a page
            // is then few requests, and none of them brings what only other pages need.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
            { name: 'start', tags: ['$initial'], priority: 8 },
            // By which modules wait for a part of the texts.
            {
              name: (id: string) => {
                const part = neededPart(id);
                return part === undefined || part === 'shell' ? null : `needs-${part}`;
              },
              priority: 7,
            },
            {
              name: 'base',
              test: /\/platform\/web\/(shell\/plain-switches|session\/settings)\.tsx?|\/@mantine\/core\/esm\/components\/(ActionIcon|Anchor|Button|Divider|Group|Skeleton|Stack)\/|\/IconSearch\.mjs|node_modules\/(@orpc|@tanstack\/(react-query|query-core))\/|\/platform\/web\/(client|session\/own-matters|kit\/controls\/addressed|kit\/list\/place)\.ts|\/platform\/contract\/levels\.ts|\/identity\/(contract\.ts\?calls|web\/api\.ts)$/,
              priority: 7,
            },
            // What the first page is made of, and every other too.
            {
              name: 'inputs',
              test: /\/platform\/web\/kit\/controls\/texts\.tsx?|\/@mantine\/core\/esm\/components\/(Checkbox|TextInput)\/|\/@tabler\/icons-react\/dist\/esm\/icons\/(IconAlertCircle|IconPhone)\.mjs/,
              priority: 7,
            },
            {
              name: 'sign-in',
              test: /\/identity\/web\/entrance\/login\.tsx|\/contract\/phone-digits\.ts/,
              priority: 7,
            },
            // For forms, which check what is typed by the shapes that the server checks.
            {
              name: 'shapes',
              test: /node_modules\/zod\/|\/platform\/contract\/(call|shapes|imports)\.ts/,
              priority: 6,
            },
            // What pages that strangers open first (domains/faces.ts) share with the shell, and what they have besides: so
            // they bring nothing of the shell, and it nothing of theirs.
            {
              name: 'plain',
              test: /\/platform\/web\/(kit\/show\/empty|events|address|when|browser-stored)\.tsx?|\/@mantine\/core\/esm\/components\/(Paper|Badge|SimpleGrid|VisuallyHidden)\/|\/@mantine\/core\/esm\/(core\/)?utils\/|\/@mantine\/hooks\/esm\/(utils|use-disclosure|use-previous|use-timeout|use-window-event)\//,
              priority: 6,
            },
            // What opens beside something: in the shell it comes with the first menu.
            {
              name: 'beside',
              test: /node_modules\/@floating-ui\/|\/@mantine\/core\/esm\/components\/(Popover|ScrollArea|Tooltip|Menu)\//,
              priority: 6,
            },
            {
              name: 'public',
              test: /\/platform\/web\/(shell\/plain-page|kit\/controls\/(selects|checks)|kit\/show\/blocks|offline)\.tsx?|\/@mantine\/core\/esm\/components\/(Alert|Container|Switch|Table)\/|\/@mantine\/hooks\/esm\/use-debounced-value\//,
              priority: 6,
            },
            // Public pages ask in dialogs too, and need nothing else of the shell.
            {
              name: 'dialogs',
              test: /\/platform\/web\/kit\/dialogs\/dialogs\.tsx|\/node_modules\/@mantine\/modals\//,
              priority: 6,
            },
            { name: 'dropzone', test: /\/kit\/controls\/dropzone\.tsx/, priority: 4 },
            {
              name: 'shell',
              test: /\/platform\/web\/(shell\/shell|pages\/home|when|kit\/show\/(home-card|page-header|people|bars|empty|counted-at))\.tsx?$|\/web\/notices(-shared)?\.tsx/,
              priority: 5,
            },
            // The reader of PDFs weighs more than all pages together.
            { name: 'pdf', test: /node_modules\/pdfjs-dist\//, priority: 9 },
            // Pictures are small and everywhere: with one of them no page takes along a library that it does not need.
            { name: 'icons', test: /node_modules\/@tabler\//, priority: 7 },
            // Masks are for forms with a telephone number only.
            { name: 'phone', test: /\/kit\/controls\/phone\.tsx/, priority: 4 },
            { name: 'kit', test: /\/platform\/web\/kit\/(list\/(list-page|rows)|show\/blocks)\.tsx?/, priority: 4 },
            // Forms come when one is opened, where their page asks for them then (`laterDialog`).
            {
              name: 'form',
              test: /\/platform\/web\/kit\/(form\/form-drawer|form\/record-form|resource-page)\.tsx/,
              priority: 3,
            },
            // Calls are a line each: all of them are lighter than a request for those of each domain. Whoever waits for the
            // texts of the shell asks for something too.
            {
              name: 'lines',
              test: /\/contract\.ts\?calls$|\/domains\/[\w-]+\/web\/api\.ts$|needs-texts\/shell$/,
              priority: 6,
            },
            {
              name: (id: string, context) => (sharedByPieces(id, context) ? 'home-shared' : null),
              priority: 3,
            },
            // Cards of the home page ask for states, and for no shape.
            {
              name: (id: string) =>
                /\/domains\/([\w-]+)\/(?:workflow[\w-]*|life)\.ts/.exec(id)?.[1]?.concat('-states') ?? null,
              priority: 3,
            },
            // What the pages of a domain share, often with other domains too.
            {
              name: (id: string) => /\/domains\/(\w+)\/(?:contract|shapes[\w-]*)\.ts/.exec(id)?.[1] ?? null,
              priority: 2,
            },
            {
              name: 'more',
              test: /\/node_modules\/(@mantine|@floating-ui)\/|\/platform\/web\/(?!kit\/show\/pdf)/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
