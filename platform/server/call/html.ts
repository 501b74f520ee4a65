import sanitize from 'sanitize-html';

/** What editors may write; scripts, styles and foreign frames are taken out. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: sanitize.defaults.allowedTags.concat(['img', 'h1', 'h2', 'u', 's']),
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  });
