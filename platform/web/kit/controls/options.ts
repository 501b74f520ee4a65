/** What selectors offer: the server's option lists `{id, title}`, or `{value, label}`. */
export interface Option {
  id: number | string;
  title: string;
  /** a second, dimmed line: a number, a group, a username */
  note?: string | undefined;
  disabled?: boolean | undefined;
}
export type AnyOption =
  | Option
  | { value: number | string; label: string; note?: string | undefined; disabled?: boolean | undefined };
export type OptionId = number | string;
/** Finds options by a word, or the options of known ids (to show what is chosen already). */
export type LoadOptions = (search: string, ids?: OptionId[]) => Promise<readonly AnyOption[]>;

/** The one of a closed choice that a text is, or nothing: boxes, addresses and cells hold texts. */
export const choiceOf = <T extends string>(values: readonly T[], text: unknown): T | undefined =>
  values.find((value) => value === text);

export const toOption = (option: AnyOption): Option =>
  'id' in option ? option : { id: option.value, title: option.label, note: option.note, disabled: option.disabled };

/** Boxes work with texts; the chosen id keeps its own type. */
export const idOf = (options: readonly Option[], key: string): OptionId =>
  options.find((option) => String(option.id) === key)?.id ?? (/^\d{1,15}$/.test(key) ? Number(key) : key);

export const toData = (options: readonly Option[]) =>
  options.map((option) => ({ value: String(option.id), label: option.title, disabled: option.disabled ?? false }));

/** The one value to choose by itself: required, nothing chosen, exactly one to choose from. */
export const onlyChoice = (options: readonly Option[], required: boolean, empty: boolean): Option | null => {
  const [first, second] = options;
  return required && empty && first && !second && !first.disabled ? first : null;
};

/** Whether an option is marked in the list that belongs to this box: Enter then takes that one. */
export const isMarked = (box: HTMLInputElement): boolean =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.hasAttribute('data-combobox-selected') ??
  false;

/** What a typed or pasted text surely means: the one option with just that title or number, or the only one found. */
export const matchOf = (text: string, options: readonly Option[]): Option | undefined => {
  const plain = (given = '') => given.trim().toLocaleLowerCase();
  const same = options.filter(({ title, note }) => [plain(title), plain(note)].includes(plain(text)));
  const [first, second] = same.length > 0 ? same : options;
  return first && !second && !first.disabled ? first : undefined;
};
