import type { MessageId } from '#platform/web/i18n.tsx';

/** The head of a page as it stands before the application has come. */
export interface Face {
  title: MessageId;
  about: MessageId;
  /** The module of the page, from the root of the project. */
  module: string;
  /** For who has no session: with the frame of signing in. */
  entrance?: true;
  /** As `PlainPage` has it. */
  wide?: true;
  /** The same page stands at addresses below this one, such as those that QR codes lead to. */
  below?: true;
}

/** Pages that strangers open first, on a phone and over a slow network, by address. `scripts/faces.ts` draws them. */
export const faces: Record<string, Face> = {
  '/login': {
    title: 'identity.login.heading',
    about: 'identity.login.prompt',
    module: 'domains/identity/web/entrance/login.tsx',
    entrance: true,
  },
  '/admission/reg': {
    title: 'identity.sign_up.title',
    about: 'identity.sign_up.text',
    module: 'domains/identity/web/entrance/sign-up.tsx',
    entrance: true,
  },
  '/check': {
    title: 'credentials.check.title',
    about: 'credentials.check.about',
    module: 'domains/credentials/web/pages/check.tsx',
    below: true,
  },
  '/short-courses': {
    title: 'short-courses.catalogue.title',
    about: 'short-courses.catalogue.about',
    module: 'domains/short-courses/web/pages/catalogue.tsx',
    wide: true,
  },
};

/** Addresses that lead to one of them whoever is not signed in. */
export const aliases: Record<string, string> = {
  '/': '/login',
  '/home': '/login',
  '/student-admission': '/login',
};
