import { words } from './words.ts';

/* Stems of surnames end where -ov(a) or -yev(a) begins. */
export const UZBEK = {
  male: words(`Abbos Abdulaziz Abdulla Abduvohid Abror Adham Afzal Akbar Akmal Akrom Alisher Anvar Asadbek Asliddin Asror Avaz Aziz Azizbek
    Azamat Baxodir Baxtiyor Begzod Behruz Bekzod Bobur Botir Boburjon Daler Davlat Davron Diyor Diyorbek Dilmurod Dilshod Doniyor Doston Elbek Eldor Elyor
    Erkin Farhod Farrux Faxriddin Fayzulla Fazliddin Firdavs Gʻayrat Gʻofur Hamid Hasan Hayot Hikmat Hojiakbar Humoyun Husan Ibrohim Ikrom
    Ilhom Ilyos Islom Ismoil Izzat Jahongir Jaloliddin Jamoliddin Jamshid Jasur Javlon Javohir Kamol Kamron Karim Komil Komron Lochin Lutfulla
    Mansur Maqsud Mardon Mashhur Maʼruf Mirjalol Mirzo Muhammad Muhammadali Murod Muxtor Nodir Nodirbek Nurbek Nuriddin Nurulla Odil Olim Orif Otabek
    Oybek Oʻktam Oʻlmas Oʻtkir Oʻrol Qahramon Qodir Qudrat Rahim Rahmatilla Ravshan Rustam Sadriddin Said Sanjar Sardor Sarvar Shahboz Shahzod
    Shavkat Sherzod Shohruh Shoxrux Shukur Sirojiddin Sobir Suhrob Sulton Sunnat Temur Timur Toʻlqin Ulugʻbek Umar Umid Umidjon Usmon Vali
    Xurshid Xusniddin Yahyo Yoqub Yoʻldosh Yunus Yusuf Zafar Zarif Zayniddin Ziyodulla Zohid Zokir`),
  female:
    words(`Adiba Adolat Aziza Barno Baxtiniso Charos Dilafruz Dilbar Dildora Dilfuza Dilnavoz Dilnoza Dilorom Dilshoda Durdona Farangiz
    Farida Farzona Fazilat Feruza Fotima Gavhar Gulbahor Gulchehra Gulhayo Guli Gulnora Gulnoza Gulruh Gulsanam Gulshan Gʻuncha Hafiza Halima Hilola Hulkar
    Hurriyat Husnora Iroda Jamila Kamola Kumush Lobar Lola Maftuna Mahbuba Mahliyo Malika Malohat Manzura Marjona Maʼmura Mohigul Mohinur
    Mohira Muattar Mubina Muborak Muhabbat Mukarram Munira Munisa Muslima Mushtariy Muyassar Nafisa Nargiza Nasiba Nigina Nigora Nilufar Nodira
    Nozima Noila Odina Oydin Oygul Oysha Ozoda Parizod Parvina Qunduz Raʼno Rayhona Robiya Rohila Ruxshona Ruxsora Saboxat Sadoqat Saida
    Saodat Sarvinoz Sevara Sevinch Shahlo Shahnoza Shahzoda Shaxrizoda Shirin Shoira Sitora Soliha Surayyo Tabassum Tursunoy Umida Vasila
    Xadicha Xolida Xurshida Yulduz Yorqinoy Zamira Zarina Zarnigor Zebo Zebiniso Ziyoda Zuhra Zulayho Zulfiya`),
  surnames:
    words(`Abdullay Abdurahmon Abdurasul Abduvali Abdujabbor Ahmad Akbar Akram Aliy Alim Allayor Anvar Asqar Aʼzam Aʼloxon Avaz Azim Aziz Atajon Bahodir
    Baratov: Bekmurod Berdiy Boboyor Boboqul Boltay Botir Boʻriy Choriy Davron Davlat Doniyor Doʻstmurod Dadajon Ergash Eshmurod Eshonqul Egamberdiy Fayziy Fozil
    Gʻaniy Gʻafur Gʻulom Habibullay Hakim Hamid Hamroy Hasan Haydar Hikmatullay Hoshim Husan Ibragim Ibrohim Inoyat Isakov: Islom Ismoil Ismatullay Jabbor
    Jalol Jamol Joʻray Joʻraqul Karim Kamol Komil Latip Lutfullay Mahkam Mahmud Majid Mamadali Mamat Mansur Mardon Matyoqub Mirzay Mirzaahmad
    Moʻmin Muhammad Murod Musay Musurmon Nabiy Nasriddin Nazar Negmat Nishon Normat Normurod Norqul Nosir Nurmat Nuriddin Odil Olim Ortiq Otajon
    Oʻrin Oʻrozboy Oʻsar Pardaboy Pirmat Poʻlat Qahhor Qayum Qodir Qosim Qoʻchqor Quvondiq Qurbon Rahim Rahmat Rahmon Rajab Rashid Rasul
    Rayim Roʻziy Rustam Sadiq Safar Said Saidqul Salim Samad Sattor Sayfiddin Shamsiy Shodmon Sharip Sherali Shukur Siddiq Sobir Soliy Sultan
    Sulaymon Suyun Tangriberdiy Tashpulat Temir Tillay Tohir Tojiy Tolib Toʻray Toʻxtay Toʻlqin Tursun Turdiy Turgʻun Umar Umurzoq Umid
    Usmon Valiy Vohid Xayriddin Xalil Xolmat Xolmurod Xoliq Xudoyberdiy Xudoyqul Xasan Yoqub Yoʻldosh Yuldash Yunus Yusup Zakir Zarip Ziyod Zokir Zuparov:`),
};
