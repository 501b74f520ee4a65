import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Glazed-tile green-blue. Shade 7 carries white text (5.9:1) and reads as a link on every light ground (5.4:1). */
const accent: MantineColorsTuple = [
  '#ecf8f6',
  '#d3eeea',
  '#a9ddd6',
  '#7accc2',
  '#4cc2b6',
  '#26a297',
  '#0f8279',
  '#0c716b',
  '#0a5f5a',
  '#084a46',
];
const gray: MantineColorsTuple = [
  '#f5f6f8',
  '#eceef2',
  '#e1e5ea',
  '#d2d8df',
  '#b4bcc7',
  '#8b95a1',
  '#5b6470',
  '#454d58',
  '#2c333c',
  '#171c22',
];
/** Darker than Mantine's, so that white words on it are AA in both schemes. */
const red: MantineColorsTuple = [
  '#fdecec',
  '#fbd9d9',
  '#f5b1b1',
  '#f08c8c',
  '#ea6a6a',
  '#e24b4b',
  '#d63031',
  '#c42626',
  '#a81f1f',
  '#8a1a1a',
];
/** Dark skin: 0 text, 2 dimmed text (6.9:1 on panels), 6 panels' edges, 7 panels, 8 canvas. */
const dark: MantineColorsTuple = [
  '#dfe5eb',
  '#c3ccd5',
  '#9aa5b1',
  '#74808d',
  '#3a444f',
  '#2b333c',
  '#232a32',
  '#171c22',
  '#0e1216',
  '#090c0f',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark, red },
  black: '#171c22',
  fontFamily:
    "'Inter Variable', 'Inter Stand-in', 'Inter Stand-in of Linux', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // Dense: 13px for tables and controls, 14px for reading.
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.6' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 2px rgb(16 24 40 / 0.05)',
    sm: '0 1px 3px rgb(16 24 40 / 0.08), 0 1px 2px rgb(16 24 40 / 0.04)',
    md: '0 6px 20px rgb(16 24 40 / 0.10)',
    lg: '0 12px 36px rgb(16 24 40 / 0.14)',
    xl: '0 20px 56px rgb(16 24 40 / 0.18)',
  },
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.45' },
      h6: { fontSize: '0.75rem', lineHeight: '1.45' },
    },
  },
  components: {
    Badge: { styles: { root: { textTransform: 'none', letterSpacing: 0, fontWeight: 600 } } },
    Modal: {
      styles: { title: { fontWeight: 640, fontSize: '1rem' } },
      defaultProps: { centered: true, radius: 'md', overlayProps: { backgroundOpacity: 0.4 } },
    },
    // Without the placeholder, which is no entry of a menu, the first entry has the focus when a menu opens.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Drawer: {
      styles: { title: { fontWeight: 640, fontSize: '1rem' } },
      defaultProps: { overlayProps: { backgroundOpacity: 0.4 } },
    },
  },
});

/** Words of the `light` variant (badges, alerts) on their tint: Mantine's own are below AA for warm colours. */
const tinted = [
  'accent',
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'grape',
  'pink',
  'gray',
];
const words = Object.fromEntries(
  tinted.map((color) => [
    `--mantine-color-${color}-light-color`,
    `color-mix(in srgb, var(--mantine-color-${color}-9) 72%, black)`,
  ]),
);

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...words,
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#5b6470',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#0c716b',
    '--mantine-color-default-border': '#d2d8df',
  },
  dark: {
    '--mantine-color-body': '#171c22',
    '--mantine-color-dimmed': '#9aa5b1',
    '--mantine-color-placeholder': '#8b96a2',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#4cc2b6',
    '--mantine-color-default': '#1c222a',
    '--mantine-color-default-hover': '#232a32',
    '--mantine-color-default-border': '#3a444f',
  },
});
