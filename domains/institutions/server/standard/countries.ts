import type { Title } from '#platform/contract/index.ts';

/** ISO 3166-1, all of it. */
const CODES =
  'AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BQ BA BW BV BR IO BN BG BF BI CV KH CM CA KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE SZ ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM VA HN HK HU IS IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF MK MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW BL SH KN LC MF PM VC WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV UG UA AE GB US UM UY UZ VU VE VN VG VI WF EH YE ZM ZW'.split(
    ' ',
  );

/** Written out, since not every runtime carries Uzbek names, and some that do carry odd ones. */
const UZBEK: Record<string, string> = Object.fromEntries(
  'UZ Oʻzbekiston|KZ Qozogʻiston|KG Qirgʻiziston|TJ Tojikiston|TM Turkmaniston|RU Rossiya|AF Afgʻoniston|AZ Ozarbayjon|AM Armaniston|GE Gruziya|BY Belarus|UA Ukraina|MD Moldova|LV Latviya|LT Litva|EE Estoniya|TR Turkiya|IR Eron|IQ Iroq|SA Saudiya Arabistoni|AE Birlashgan Arab Amirliklari|QA Qatar|KW Quvayt|OM Ummon|BH Bahrayn|JO Iordaniya|SY Suriya|LB Livan|IL Isroil|PS Falastin|EG Misr|PK Pokiston|IN Hindiston|BD Bangladesh|LK Shri-Lanka|NP Nepal|CN Xitoy|MN Moʻgʻuliston|KR Koreya Respublikasi|KP Shimoliy Koreya|JP Yaponiya|VN Vyetnam|TH Tailand|MY Malayziya|SG Singapur|ID Indoneziya|PH Filippin|US Amerika Qoʻshma Shtatlari|CA Kanada|GB Buyuk Britaniya|IE Irlandiya|DE Germaniya|FR Fransiya|IT Italiya|ES Ispaniya|PT Portugaliya|NL Niderlandiya|BE Belgiya|CH Shveysariya|AT Avstriya|PL Polsha|CZ Chexiya|SK Slovakiya|HU Vengriya|RO Ruminiya|BG Bolgariya|GR Gretsiya|RS Serbiya|HR Xorvatiya|SE Shvetsiya|NO Norvegiya|FI Finlandiya|DK Daniya|AU Avstraliya|NZ Yangi Zelandiya|BR Braziliya|AR Argentina|MX Meksika|ZA Janubiy Afrika|NG Nigeriya|SD Sudan|MA Marokash|DZ Jazoir|TN Tunis|YE Yaman'
    .split('|')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

const names = (locale: string) => new Intl.DisplayNames([locale], { type: 'region' });
const [uz, ru, en] = [names('uz'), names('ru'), names('en')];

export const COUNTRIES: { code: string; title: Title }[] = CODES.map((code) => ({
  code,
  title: { uz: UZBEK[code] ?? uz.of(code) ?? code, ru: ru.of(code) ?? code, en: en.of(code) ?? code },
}));

/** One spelling of a name: no case, no signs of its own, as people leave them out. */
const plainly = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\u2018\u2019\u02BB\u02BC'`]/g, '')
    .replaceAll('ё', 'е');

const byName = new Map(
  COUNTRIES.flatMap(({ code, title }) => [code, title.uz, title.ru, title.en].map((name) => [plainly(name), code])),
);

/** The code of a country that a text names: by its code, or by its name in any of the three languages. */
export const countryNamed = (text: string): string | undefined => byName.get(plainly(text));
