import DOMPurify from 'dompurify';

/** HTML that may be shown: text, lists, tables, links and images; no scripts, forms, frames or styles beyond sizes. */
export const sanitise = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'object', 'embed'],
    FORBID_ATTR: ['style', 'id', 'class'],
    ADD_ATTR: ['target', 'rel'],
  });
