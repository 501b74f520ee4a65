/** A contract to begin with: an institution's lawyers put their own in its place. The blanks are those of server/text.ts. */
export const standardText = {
  uz: `# 1. Shartnoma predmeti
{institution} (keyingi oʻrinlarda — Universitet) {name}ni (pasport {passport}, keyingi oʻrinlarda — Talaba) {academic_year} oʻquv yilida «{course}» yoʻnalishi boʻyicha oʻqitadi, Talaba esa oʻqish haqini toʻlaydi. Taʼlim shakli: {education_form}. Shartnoma raqami {number}, tuzilgan kuni {date}.

# 2. Toʻlov miqdori va tartibi
Oʻquv yili uchun toʻlov {amount} ({amount_words}) ni tashkil etadi.

Toʻlov muddatlari va miqdori: {instalments}.

Oʻqishga qabul qilish uchun kamida {minimum_share} % — {minimum_amount} toʻlanadi.

# 3. Tomonlarning majburiyatlari
Universitet davlat taʼlim standartlari asosida oʻqitadi, kutubxona va oʻquv xonalaridan foydalanish imkonini beradi, toʻlovlar haqida maʼlumotni Talabaning shaxsiy sahifasida koʻrsatadi.

Talaba ichki tartib qoidalariga rioya qiladi, toʻlovlarni muddatida amalga oshiradi, aloqa maʼlumotlari oʻzgarsa, xabar beradi.

# 4. Javobgarlik
Muddati oʻtgan har bir kun uchun kechikkan summaning {fine_per_day} % miqdorida, lekin kechikkan boʻlakning {fine_most} % idan oshmagan penya hisoblanadi. Penya muddat oʻtganidan {grace_days} kun keyin hisoblana boshlaydi. {fine_rests}

# 5. Shartnomaning amal qilishi
Shartnoma Talaba uni {phone} raqamiga yuborilgan kod bilan qabul qilgan paytdan kuchga kiradi. Qabul qilingan matn oʻzgartirilmaydi; oʻzgartirishlar qoʻshimcha bitim bilan kiritiladi.`,
  ru: `# 1. Предмет договора
{institution} (далее — Университет) обучает {name} (паспорт {passport}, далее — Студент) в {academic_year} учебном году по направлению «{course}», а Студент оплачивает обучение. Форма обучения: {education_form}. Договор {number}, {date}

# 2. Размер и порядок оплаты
Плата за учебный год составляет {amount} ({amount_words}).

Сроки и размер платежей: {instalments}.

Для зачисления вносится не менее {minimum_share} % — {minimum_amount}.

# 3. Обязанности сторон
Университет обучает по государственным образовательным стандартам, даёт пользоваться библиотекой и учебными помещениями, показывает сведения о платежах на личной странице Студента.

Студент соблюдает правила внутреннего распорядка, вносит платежи в срок и сообщает об изменении контактных данных.

# 4. Ответственность
За каждый день просрочки начисляется пеня {fine_per_day} % от просроченной суммы, но не более {fine_most} % от просроченной части. Пеня начисляется по прошествии {grace_days} дней после срока. {fine_rests}

# 5. Действие договора
Договор вступает в силу с момента, когда Студент принял его кодом, высланным на номер {phone}. Принятый текст не изменяется; изменения вносятся дополнительным соглашением.`,
  en: `# 1. Subject
{institution} (the University) teaches {name} (passport {passport}, the Student) the programme "{course}" in the academic year {academic_year}, and the Student pays for it. Form of education: {education_form}. Contract number {number}, made on {date}.

# 2. Amount and payment
The fee for the academic year is {amount} ({amount_words}).

Days and amounts: {instalments}.

To be enrolled, no less than {minimum_share} % is paid: {minimum_amount}.

# 3. What both sides owe
The University teaches by the state standards of education, opens its library and rooms, and shows all payments on the Student's own page.

The Student keeps the rules of the house, pays in time, and tells when contact data change.

# 4. Liability
For every day of delay a fine of {fine_per_day} % of what is late grows, up to {fine_most} % of the late instalment. It begins {grace_days} days after the day due. {fine_rests}

# 5. Validity
The contract binds from the moment at which the Student accepts it with the code sent to {phone}. The accepted text is not changed; changes are made by an addendum.`,
} as const;
