/** What domains may use of the web platform, besides the controls in `#platform/web/kit/`. */

export { linkTo } from './address.ts';
export { useAsOf } from './as-of.ts';
export { type BrowserStorage, browserStored, mayRetry } from './browser-stored.ts';
export { type CallContext, type CallOptions, connect, silent } from './client.ts';
export { clockOf, dayOf, today } from './clock.ts';
export {
  allDomains,
  allRecords,
  type Domain,
  defineDomain,
  type MenuEntry,
  type Need,
  type Page,
  type Palette,
  type PaletteItem,
  type Piece,
  page,
  type RecordsWords,
  type RecordWords,
} from './domain.ts';
export { events, useLiveEvent } from './events.ts';
export {
  ApiError,
  api,
  callHeaders,
  download,
  fileFrom,
  isCancelled,
  messageOf,
  refusalOf,
  report,
  send,
} from './http.ts';
export {
  allTexts,
  choices,
  codeId,
  currentLocale,
  dayInWords,
  type Family,
  type FamilyOf,
  hasText,
  inScript,
  isLocale,
  type Locale,
  lendLocale,
  localeNames,
  locales,
  type MessageId,
  monthInShort,
  type NameIn,
  type ShownLocale,
  shownLocales,
  type Translate,
  t,
  titleIn,
  useIntlShape,
  useMessages,
  type Values,
} from './i18n.tsx';
export { Coming, later, laterDialog } from './later.tsx';
export { mount } from './main.tsx';
export { keepForOffline } from './offline.ts';
export { Message, PageSpinner } from './pages/states.tsx';
export { type Preferences, usePreferences } from './preferences.ts';
export { queryClient } from './query.ts';
export { newerVersion, saveInTurn } from './saving.ts';
export { type Ability, ability, useAbility } from './session/ability.ts';
export { afterSignIn, safeRedirect } from './session/gates.ts';
export { useHasOwn, useOwnMatter } from './session/own-matters.ts';
export { type Choice, saveSettings, session, type UserInfo, useSession } from './session/session.ts';
export { useEducationForm, useInstitution, useLocale } from './session/settings.ts';
export { storedEntries } from './shell/menu.ts';
export { openPaper, usePaperReader } from './shell/paper.tsx';
export { Additions, useAddedTabs } from './shell/pieces.tsx';
export { PlainPage } from './shell/plain-page.tsx';
export { Brand, LanguageChoice, SkinToggle } from './shell/plain-switches.tsx';
export { useTitle } from './shell/title.ts';
export { toast } from './toast.tsx';
export { distance, momentOf, useNow } from './when.ts';
