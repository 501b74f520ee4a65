import { words } from './words.ts';

export const KARAKALPAK = {
  male: words(`Abat Allayar Amanbay Aybek Azat Baxıt Berdaq Bayram Dauletbay Esen Genjebay Islambek Jaqsılıq Jalǵas Janabay Jetes Kuanısh Maqset
    Marat Muratbay Nawrız Nurlan Orazbay Paraxat Polat Qurbanbay Quwanısh Rauaj Rashid Sarsenbay Saparbay Sultamurat Taxir Timur Tursınbay Ulıqbek`),
  female:
    words(`Aygul Ayjamal Aynura Aysulıw Aysanem Bibigul Biybisara Gulaysha Gulbaxar Gulnara Gulparshın Gulzar Inabat Indira Jamila Jeńisgul
    Kamshat Kuralay Lala Miyrigul Nazıgul Nilufar Nurjamal Perizat Qumar Raushan Sarbinaz Sayora Shaxsanem Svetlana Tamara Totıgul Ulbosın Zamira Ziyada`),
  surnames:
    words(`Abdimurat Allambergen Allamurat Allaniyaz Aytmurat Baymurat Bekmurat Berdimurat Bazarbay Dauletmurat Dosjan Dauletyar Embergen Eshimbet
    Genjemurat Ibragim Iskender Jumabay Jumamurat Kalbay Kaipbergen Kaipnazar Kamal Madreym Mambetniyaz Matmurat Nurjan Nurımbet Orınbay Otegen Palwan
    Qalmurat Qudaybergen Reypnazar Saparniyaz Sarsenbay Seyt Seytniyaz Tajimurat Tilewmurat Toreniyaz Turǵanbay Utegen Uteniyaz Xojamurat Yusup`),
};
export const TAJIK = {
  male: words(
    'Bahrom Daler Farrukh Firuz Jamshed Khurshed Komron Manuchehr Mehrdod Parviz Rustam Sino Siyovush Somon Suhrob Umed',
  ),
  female: words(
    'Bunafsha Farzona Firuza Gulrukhsor Khurshedamoh Madina Manizha Mehrangiz Nigina Parvina Rukhshona Shahnoza Sitora Tahmina Zarrina Zulaykho',
  ),
  surnames: words(
    'Alizod Davlat Hakim Hamidzod Ismatzod Jalol Karimzod Murodzod Nazar Rahimzod Rahmon Safarzod Saidzod Sharif Yusufzod Zoir',
  ),
};
export const KAZAKH = {
  male: words(
    'Abay Aidos Aibek Alibek Arman Askar Azamat Bauyrjan Bekzat Daniyar Daulet Dias Erbol Erlan Jandos Kairat Marat Nurjan Nurlan Olzhas Ruslan Sanjar Serik Timur',
  ),
  female: words(
    'Aigerim Ainur Aidana Aliya Altynay Asel Balnur Dana Dinara Gaukhar Gulnaz Gulmira Indira Janar Kamila Laura Madina Moldir Nazgul Raushan Saltanat Togjan Zarina',
  ),
  surnames: words(
    'Abdikarim Ahmet Akhmet Alimjan Baijan Bekmuhamed Dauletbay Duisen Esenbay Iskak Jaksybek Jumabek Kaldybay Kairbek Muhamedjan Nurgaliy Ospan Sadyk Saparbay Seit Smagul Tulegen Utep',
  ),
};
export const KOREAN = {
  male: words(
    'Aleksandr Aleksey Andrey Artur Valeriy Viktor Vitaliy Vladimir Vyacheslav Gennadiy Denis Dmitriy Igor Konstantin Maksim Oleg Roman Sergey Stanislav Timur Eduard Yuriy',
  ),
  female: words(
    'Alina Alisa Anastasiya Anjela Valentina Viktoriya Viktorina Yelena Inna Irina Karolina Larisa Lyubov Mariya Natalya Regina Svetlana Snejana Tatyana Elvira Ella Yuliya',
  ),
  surnames: words(
    'Kim Pak Li Tsoy Ten Xan Kan Yun Nam Shin Lim Xvan Yugay Tyan An Ogay Egay Dyugay Son Xegay Yan Kvon Chay Ligay Shegay Em',
  ),
};
