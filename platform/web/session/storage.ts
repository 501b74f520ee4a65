/** What the browser keeps. The short keys hold an id or code, the `selected_` ones `{value, label}` as JSON. */
export type StorageKey =
  | 'token'
  | 'lang'
  | 'selected_lang'
  | 'institution'
  | 'selected_institution'
  | 'education_form'
  | 'selected_education_form'
  | 'userInfo'
  | 'menuHidden'
  | 'menuCollapsed'
  | 'skin'
  | 'look';

export const sessionKeys: readonly StorageKey[] = [
  'token',
  'userInfo',
  'lang',
  'selected_lang',
  'institution',
  'selected_institution',
  'education_form',
  'selected_education_form',
];

/** Storage can be forbidden or full; the application then works for as long as the page is open. */
const memory = new Map<string, string>();

export function read(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function write(key: StorageKey, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

export function readJson<T>(key: StorageKey): T | null {
  try {
    return JSON.parse(read(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export const writeJson = (key: StorageKey, value: unknown) =>
  write(key, value === null || value === undefined ? null : JSON.stringify(value));

const shownHere = 'edulab.lang';
/**
 * The language that this tab shows. It outlives the end of a session, which forgets `lang`: reloading the sign-in page
 * must not change its language.
 */
export const tabLanguage = {
  get: (): string | null => {
    try {
      return sessionStorage.getItem(shownHere);
    } catch {
      return null;
    }
  },
  set: (locale: string) => {
    try {
      sessionStorage.setItem(shownHere, locale);
    } catch {
      // Forbidden storage: the next page begins in the usual language.
    }
  },
};

/** Unsaved forms stand beside the keys above, under this prefix. */
export const draftPrefix = 'edulab.draft.';

/** Forgets every draft, whosever it is. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
  } catch {
    // Forbidden storage holds no drafts.
  }
}
