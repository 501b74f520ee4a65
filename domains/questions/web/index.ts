export { AnswerField, OneFile, paperKinds, photoKinds, useTitle } from './answer-field.tsx';
export { keyFrom } from './keys.ts';
export { type BuiltSection, type SectionStore, Sections } from './sections.tsx';
export { SignaturePad } from './signature.tsx';
export { TryOut } from './try-out.tsx';
