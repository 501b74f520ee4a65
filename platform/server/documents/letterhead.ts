import type { Locale, Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { InstitutionDetails } from '#platform/server/database/tables.ts';
import { type StorageSettings, storageOf } from '#platform/server/disk/storage-of.ts';
import { work } from '#platform/server/heavy/index.ts';
import type { Letterhead } from './paper.ts';

const words: Record<Locale, { phone: string; licence: string; tax: string }> = {
  uz: { phone: 'Tel.', licence: 'Litsenziya', tax: 'STIR' },
  ru: { phone: 'Тел.', licence: 'Лицензия', tax: 'ИНН' },
  en: { phone: 'Phone', licence: 'Licence', tax: 'TIN' },
};
const payee: Record<Locale, { name: string; bank: string; account: string; mfo: string; tax: string }> = {
  uz: { name: 'Oluvchi', bank: 'Bank', account: 'Hisob raqami', mfo: 'MFO', tax: 'STIR' },
  ru: { name: 'Получатель', bank: 'Банк', account: 'Расчётный счёт', mfo: 'МФО', tax: 'ИНН' },
  en: { name: 'Payee', bank: 'Bank', account: 'Account', mfo: 'MFO (bank code)', tax: 'TIN' },
};
const logos = new Map<string, Promise<string | null>>();

const said = (title: Title | undefined, locale: Locale): string => title?.[locale] || title?.uz || '';
const phoneOf = (digits: string) => digits.replace(/^998(\d{2})(\d{3})(\d{2})(\d{2})$/, '+998\u00a0($1)\u00a0$2-$3-$4');

/** The letterhead of the caller's institution in a language. */
export async function letterheadOf(
  call: Pick<Call, 'client' | 'institution_id' | 'kernel'>,
  locale: Locale,
): Promise<Letterhead> {
  const {
    rows: [row],
  } = await call.client.query<{
    title: Title;
    short_name: string;
    details: InstitutionDetails;
    logo: string | null;
  }>(
    // Read out of the details first: a table whose rows are guarded uses its index for columns alone.
    `with i as materialized (select title, short_name, details, (details ->> 'logo_file_id')::int as logo from institutions where id = $1)
     select i.title, i.short_name, i.details, f.hash as logo from i
       left join files f on f.id = i.logo and f.deleted_at is null and f.media_type like 'image/%'`,
    [call.institution_id],
  );
  const { details, short_name } = row!;
  const text = words[locale];
  return {
    name: said(row!.title, locale),
    lines: [
      said(details.address, locale),
      [details.phone && `${text.phone} ${phoneOf(details.phone)}`, details.email, details.website]
        .filter(Boolean)
        .join(' · '),
      [details.licence && `${text.licence} ${details.licence}`, details.tax_id && `${text.tax} ${details.tax_id}`]
        .filter(Boolean)
        .join(' · '),
    ].filter(Boolean),
    logo: row!.logo ? await logoOf(call.kernel.settings, row!.logo) : null,
    initials: short_name,
    rector: details.rector ?? null,
    registrar: details.registrar ?? null,
  };
}

/** Where money for the institution goes, as facts of a paper; what it has not told is left out. */
export async function payeeOf(
  call: Pick<Call, 'client' | 'institution_id'>,
  locale: Locale,
): Promise<[label: string, value: string][]> {
  const { rows } = await call.client.query<{ title: Title; details: InstitutionDetails }>(
    'select title, details from institutions where id = $1',
    [call.institution_id],
  );
  const { title, details } = rows[0]!;
  const text = payee[locale];
  const facts: [string, string | null | undefined][] = [
    [text.name, said(title, locale)],
    [text.bank, details.bank],
    [text.account, details.account],
    [text.mfo, details.mfo],
    [text.tax, details.tax_id],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

const logoOf = (settings: StorageSettings, hash: string): Promise<string | null> => pictureOf(settings, hash, 320);

/**
 * A kept picture as papers take it, at most so many pixels wide and high. One that cannot be read leaves the paper without
 * it, not the person without the paper.
 */
export function pictureOf(settings: StorageSettings, hash: string, size: number): Promise<string | null> {
  const key = `${hash} ${size}`;
  let made = logos.get(key);
  if (!made) {
    made = storageOf(settings)
      .local(hash)
      .then((path) => work('picture.logo', { path, size }))
      .then(
        (png) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
        () => null,
      );
    if (logos.size > 100) logos.clear();
    logos.set(key, made);
  }
  return made;
}
