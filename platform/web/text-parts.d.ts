/** The texts of a file of types, in the parts that scripts/text-parts.ts makes of them. */
declare module '*?parts' {
  type Parts = import('./i18n.tsx').TextParts;
  const first: Parts;
  export default first;
  export const others: () => Promise<{ default: Parts }>;
}
