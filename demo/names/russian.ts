import { russianSurname, words } from './words.ts';

/* Each as Latin=Cyrillic, because Russian spelling does not follow from the Uzbek letters. */
const pairs = (text: string) => words(text).map((pair) => pair.split('=') as [string, string]);

export const RUSSIAN = {
  male: pairs(`Aleksandr=Александр Aleksey=Алексей Andrey=Андрей Anton=Антон Artyom=Артём Boris=Борис Vadim=Вадим Viktor=Виктор Vladimir=Владимир
    Vladislav=Владислав Georgiy=Георгий Danil=Данил Denis=Денис Dmitriy=Дмитрий Yevgeniy=Евгений Yegor=Егор Ivan=Иван Igor=Игорь Ilya=Илья
    Kirill=Кирилл Konstantin=Константин Maksim=Максим Mark=Марк Mixail=Михаил Nikita=Никита Nikolay=Николай Oleg=Олег Pavel=Павел Roman=Роман
    Ruslan=Руслан Sergey=Сергей Stanislav=Станислав Timofey=Тимофей Fyodor=Фёдор Yuriy=Юрий`),
  female:
    pairs(`Aleksandra=Александра Alina=Алина Alyona=Алёна Anastasiya=Анастасия Angelina=Ангелина Anna=Анна Valeriya=Валерия Varvara=Варвара
    Vera=Вера Veronika=Вероника Viktoriya=Виктория Galina=Галина Darya=Дарья Diana=Диана Yevgeniya=Евгения Yekaterina=Екатерина Yelena=Елена
    Yelizaveta=Елизавета Irina=Ирина Karina=Карина Kristina=Кристина Kseniya=Ксения Lyudmila=Людмила Margarita=Маргарита Marina=Марина Mariya=Мария
    Nadejda=Надежда Natalya=Наталья Oksana=Оксана Olga=Ольга Polina=Полина Svetlana=Светлана Sofiya=София Tatyana=Татьяна Yuliya=Юлия`),
  surnames:
    pairs(`Ivanov=Иванов Petrov=Петров Smirnov=Смирнов Kuznetsov=Кузнецов Popov=Попов Vasilyev=Васильев Sokolov=Соколов Mixaylov=Михайлов
    Novikov=Новиков Fyodorov=Фёдоров Morozov=Морозов Volkov=Волков Alekseyev=Алексеев Lebedev=Лебедев Semyonov=Семёнов Yegorov=Егоров Pavlov=Павлов
    Kozlov=Козлов Stepanov=Степанов Nikolayev=Николаев Orlov=Орлов Andreyev=Андреев Makarov=Макаров Nikitin=Никитин Zaxarov=Захаров Zaytsev=Зайцев
    Solovyev=Соловьёв Borisov=Борисов Yakovlev=Яковлев Grigoryev=Григорьев Romanov=Романов Vorobyev=Воробьёв Sergeyev=Сергеев Kuzmin=Кузьмин
    Frolov=Фролов Aleksandrov=Александров Dmitriyev=Дмитриев Korolyov=Королёв Gusev=Гусев Kiselyov=Киселёв Ilyin=Ильин Maksimov=Максимов
    Polyakov=Поляков Sorokin=Сорокин Vinogradov=Виноградов Belov=Белов Bondarenko=Бондаренко Kovalenko=Коваленко Tkachenko=Ткаченко
    Pokrovskiy=Покровский Vishnevskiy=Вишневский Shevchenko=Шевченко Antonov=Антонов Tarasov=Тарасов Baranov=Баранов Filippov=Филиппов`),
  /** Father's name with its two patronymics. */
  fathers:
    words(`Aleksandr=Александр:Aleksandrovich=Александрович:Aleksandrovna=Александровна Aleksey=Алексей:Alekseyevich=Алексеевич:Alekseyevna=Алексеевна
    Andrey=Андрей:Andreyevich=Андреевич:Andreyevna=Андреевна Viktor=Виктор:Viktorovich=Викторович:Viktorovna=Викторовна
    Vladimir=Владимир:Vladimirovich=Владимирович:Vladimirovna=Владимировна Dmitriy=Дмитрий:Dmitriyevich=Дмитриевич:Dmitriyevna=Дмитриевна
    Yevgeniy=Евгений:Yevgenyevich=Евгеньевич:Yevgenyevna=Евгеньевна Igor=Игорь:Igorevich=Игоревич:Igorevna=Игоревна
    Konstantin=Константин:Konstantinovich=Константинович:Konstantinovna=Константиновна Nikolay=Николай:Nikolayevich=Николаевич:Nikolayevna=Николаевна
    Oleg=Олег:Olegovich=Олегович:Olegovna=Олеговна Pavel=Павел:Pavlovich=Павлович:Pavlovna=Павловна Roman=Роман:Romanovich=Романович:Romanovna=Романовна
    Sergey=Сергей:Sergeyevich=Сергеевич:Sergeyevna=Сергеевна Yuriy=Юрий:Yuryevich=Юрьевич:Yuryevna=Юрьевна Mixail=Михаил:Mixaylovich=Михайлович:Mixaylovna=Михайловна`)
      .map((entry) => entry.split(':').map((pair) => pair.split('=')) as [string[], string[], string[]])
      .map(([father, son, daughter]) => ({
        father: father[0]!,
        son: son as [string, string],
        daughter: daughter as [string, string],
      })),
};

/** Cyrillic of every Russian word above; a woman's surname follows from the man's. */
export const RUSSIAN_CYRILLIC: ReadonlyMap<string, string> = new Map([
  ...RUSSIAN.male,
  ...RUSSIAN.female,
  ...RUSSIAN.surnames,
  ...RUSSIAN.surnames.map(([latin, cyrillic]): [string, string] => [
    russianSurname(latin, true),
    /(ов|ев|ёв|ин)$/.test(cyrillic) ? `${cyrillic}а` : cyrillic.replace(/ский$/, 'ская'),
  ]),
  ...RUSSIAN.fathers.flatMap(({ son, daughter }) => [son, daughter]),
]);
