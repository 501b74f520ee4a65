/** Colours of paper: ink, quiet ink, hairlines, a ground that can hardly be seen, and the accent of the house. */
export const ink = { text: '#1c2b2d', quiet: '#5b6b6e', line: '#cfd8d9', faint: '#f2f6f6', accent: '#0b6b68' };
