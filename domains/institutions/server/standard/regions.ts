import type { Title } from '#platform/contract/index.ts';

/*
 * The fourteen regions of Uzbekistan with their districts (d) and cities of regional rank (c).
 * Each place: Uzbek|Russian; a Russian adjective for a district, a noun for a city. English follows from the Uzbek.
 */
const SOURCE: [string, string, string, string][] = [
  [
    'TAS',
    'Toshkent shahri',
    'город Ташкент',
    'd Bektemir|Бектемирский Chilonzor|Чиланзарский Mirobod|Мирабадский Mirzo-Ulugʻbek|Мирзо-Улугбекский Olmazor|Алмазарский Sergeli|Сергелийский Shayxontohur|Шайхантахурский Uchtepa|Учтепинский Yakkasaroy|Яккасарайский Yangihayot|Янгихаётский Yashnobod|Яшнабадский Yunusobod|Юнусабадский',
  ],
  [
    'TOS',
    'Toshkent viloyati',
    'Ташкентская область',
    'c Angren|Ангрен Bekobod|Бекабад Chirchiq|Чирчик Nurafshon|Нурафшан Ohangaron|Ахангаран Olmaliq|Алмалык Yangiyoʻl|Янгиюль d Bekobod|Бекабадский Boʻka|Букинский Boʻstonliq|Бостанлыкский Chinoz|Чиназский Ohangaron|Ахангаранский Oqqoʻrgʻon|Аккурганский Oʻrtachirchiq|Уртачирчикский Parkent|Паркентский Piskent|Пскентский Qibray|Кибрайский Quyichirchiq|Куйичирчикский Toshkent|Ташкентский Yangiyoʻl|Янгиюльский Yuqorichirchiq|Юкоричирчикский Zangiota|Зангиатинский',
  ],
  [
    'SAM',
    'Samarqand viloyati',
    'Самаркандская область',
    'c Samarqand|Самарканд Kattaqoʻrgʻon|Каттакурган d Bulungʻur|Булунгурский Ishtixon|Иштыханский Jomboy|Джамбайский Kattaqoʻrgʻon|Каттакурганский Narpay|Нарпайский Nurobod|Нурабадский Oqdaryo|Акдарьинский Past-Dargʻom|Пастдаргомский Paxtachi|Пахтачийский Payariq|Пайарыкский Qoʻshrabot|Кушрабатский Samarqand|Самаркандский Toyloq|Тайлакский Urgut|Ургутский',
  ],
  [
    'BUX',
    'Buxoro viloyati',
    'Бухарская область',
    'c Buxoro|Бухара Kogon|Каган d Buxoro|Бухарский Gʻijduvon|Гиждуванский Jondor|Жондорский Kogon|Каганский Olot|Алатский Peshku|Пешкунский Qorakoʻl|Каракульский Qorovulbozor|Караулбазарский Romitan|Ромитанский Shofirkon|Шафирканский Vobkent|Вабкентский',
  ],
  [
    'AND',
    'Andijon viloyati',
    'Андижанская область',
    'c Andijon|Андижан Xonobod|Ханабад d Andijon|Андижанский Asaka|Асакинский Baliqchi|Балыкчинский Boʻston|Бустанский Buloqboshi|Булакбашинский Izboskan|Избасканский Jalaquduq|Джалалкудукский Marhamat|Мархаматский Oltinkoʻl|Алтынкульский Paxtaobod|Пахтаабадский Qoʻrgʻontepa|Кургантепинский Shahrixon|Шахриханский Ulugʻnor|Улугнарский Xoʻjaobod|Ходжаабадский',
  ],
  [
    'FAR',
    'Fargʻona viloyati',
    'Ферганская область',
    'c Fargʻona|Фергана Margʻilon|Маргилан Qoʻqon|Коканд Quvasoy|Кувасай d Bagʻdod|Багдадский Beshariq|Бешарыкский Buvayda|Бувайдинский Dangʻara|Дангаринский Fargʻona|Ферганский Furqat|Фуркатский Oltiariq|Алтыарыкский Oʻzbekiston|Узбекистанский Qoʻshtepa|Куштепинский Quva|Кувинский Rishton|Риштанский Soʻx|Сохский Toshloq|Ташлакский Uchkoʻprik|Учкуприкский Yozyovon|Язъяванский',
  ],
  [
    'NAM',
    'Namangan viloyati',
    'Наманганская область',
    'c Namangan|Наманган d Chortoq|Чартакский Chust|Чустский Davlatobod|Давлатабадский Kosonsoy|Касансайский Mingbuloq|Мингбулакский Namangan|Наманганский Norin|Нарынский Pop|Папский Toʻraqoʻrgʻon|Туракурганский Uchqoʻrgʻon|Учкурганский Uychi|Уйчинский Yangi-Namangan|Янгинаманганский Yangiqoʻrgʻon|Янгикурганский',
  ],
  [
    'QAS',
    'Qashqadaryo viloyati',
    'Кашкадарьинская область',
    'c Qarshi|Карши Shahrisabz|Шахрисабз d Chiroqchi|Чиракчинский Dehqonobod|Дехканабадский Gʻuzor|Гузарский Kasbi|Касбийский Kitob|Китабский Koson|Касанский Koʻkdala|Кукдалинский Mirishkor|Миришкорский Muborak|Мубарекский Nishon|Нишанский Qamashi|Камашинский Qarshi|Каршинский Shahrisabz|Шахрисабзский Yakkabogʻ|Яккабагский',
  ],
  [
    'SUR',
    'Surxondaryo viloyati',
    'Сурхандарьинская область',
    'c Termiz|Термез d Angor|Ангорский Bandixon|Бандиханский Boysun|Байсунский Denov|Денауский Jarqoʻrgʻon|Джаркурганский Muzrabot|Музрабадский Oltinsoy|Алтынсайский Qiziriq|Кизирикский Qumqoʻrgʻon|Кумкурганский Sariosiyo|Сариасийский Sherobod|Шерабадский Shoʻrchi|Шурчинский Termiz|Термезский Uzun|Узунский',
  ],
  [
    'JIZ',
    'Jizzax viloyati',
    'Джизакская область',
    'c Jizzax|Джизак d Arnasoy|Арнасайский Baxmal|Бахмальский Doʻstlik|Дустликский Forish|Фаришский Gʻallaorol|Галляаральский Mirzachoʻl|Мирзачульский Paxtakor|Пахтакорский Sharof-Rashidov|Шараф-Рашидовский Yangiobod|Янгиабадский Zafarobod|Зафарабадский Zarbdor|Зарбдарский Zomin|Зааминский',
  ],
  [
    'SIR',
    'Sirdaryo viloyati',
    'Сырдарьинская область',
    'c Guliston|Гулистан Shirin|Ширин Yangiyer|Янгиер d Boyovut|Баяутский Guliston|Гулистанский Mirzaobod|Мирзаабадский Oqoltin|Акалтынский Sardoba|Сардобинский Sayxunobod|Сайхунабадский Sirdaryo|Сырдарьинский Xovos|Хавастский',
  ],
  [
    'NAV',
    'Navoiy viloyati',
    'Навоийская область',
    'c Navoiy|Навои Zarafshon|Зарафшан Gʻozgʻon|Газган d Karmana|Карманинский Konimex|Канимехский Navbahor|Навбахорский Nurota|Нуратинский Qiziltepa|Кызылтепинский Tomdi|Тамдынский Uchquduq|Учкудукский Xatirchi|Хатырчинский',
  ],
  [
    'XOR',
    'Xorazm viloyati',
    'Хорезмская область',
    'c Urganch|Ургенч Xiva|Хива d Bogʻot|Багатский Gurlan|Гурленский Hazorasp|Хазараспский Qoʻshkoʻpir|Кошкупырский Shovot|Шаватский Tuproqqalʼa|Тупраккалинский Urganch|Ургенчский Xiva|Хивинский Xonqa|Ханкинский Yangiariq|Янгиарыкский Yangibozor|Янгибазарский',
  ],
  [
    'QOR',
    'Qoraqalpogʻiston Respublikasi',
    'Республика Каракалпакстан',
    'c Nukus|Нукус d Amudaryo|Амударьинский Beruniy|Берунийский Boʻzatov|Бозатауский Chimboy|Чимбайский Ellikqalʼa|Элликкалинский Kegeyli|Кегейлийский Moʻynoq|Муйнакский Nukus|Нукусский Qanlikoʻl|Канлыкульский Qoʻngʻirot|Кунградский Qoraoʻzak|Караузякский Shumanay|Шуманайский Taxiatosh|Тахиаташский Taxtakoʻpir|Тахтакупырский Toʻrtkoʻl|Турткульский Xoʻjayli|Ходжейлийский',
  ],
];

export interface District {
  code: string;
  region: string;
  kind: 'DISTRICT' | 'CITY';
  title: Title;
  /** Name of the place itself, for addresses. */
  name: string;
}
export interface Region {
  code: string;
  title: Title;
  /** Position of its first district in DISTRICTS, and how many there are. */
  from: number;
  count: number;
}

const plain = (text: string) => text.replace(/[ʻʼ]/g, '').replaceAll('-', ' ');
const ENGLISH: Record<string, string> = {
  TAS: 'Tashkent city',
  TOS: 'Tashkent region',
  SAM: 'Samarkand region',
  BUX: 'Bukhara region',
  AND: 'Andijan region',
  FAR: 'Fergana region',
  NAM: 'Namangan region',
  QAS: 'Kashkadarya region',
  SUR: 'Surkhandarya region',
  JIZ: 'Jizzakh region',
  SIR: 'Syrdarya region',
  NAV: 'Navoi region',
  XOR: 'Khorezm region',
  QOR: 'Republic of Karakalpakstan',
};

export const DISTRICTS: District[] = [];
export const REGIONS: Region[] = SOURCE.map(([code, uz, ru, places]) => {
  const from = DISTRICTS.length;
  let kind: District['kind'] = 'DISTRICT';
  for (const part of places.split(' ')) {
    if (part === 'c' || part === 'd') {
      kind = part === 'c' ? 'CITY' : 'DISTRICT';
      continue;
    }
    const [name, russian] = part.split('|') as [string, string];
    const city = kind === 'CITY';
    DISTRICTS.push({
      code: `${code}-${String(DISTRICTS.length - from + 1).padStart(2, '0')}`,
      region: code,
      kind,
      name,
      title: {
        uz: `${name.replaceAll('-', ' ')} ${city ? 'shahri' : 'tumani'}`,
        ru: city ? `город ${russian}` : `${russian} район`,
        en: `${plain(name)} ${city ? 'city' : 'district'}`,
      },
    });
  }
  return { code, title: { uz, ru, en: ENGLISH[code]! }, from, count: DISTRICTS.length - from };
});
