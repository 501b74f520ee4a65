/** Streets that every town has, for addresses. */
export const STREETS =
  'Alisher Navoiy|Amir Temur|Mirzo Ulugʻbek|Bobur|Mustaqillik|Istiqlol|Bunyodkor|Beruniy|Ibn Sino|Guliston|Bogʻishamol|Chinor|Doʻstlik|Navroʻz|Oqtepa|Yangi hayot|Tinchlik|Obod|Paxtakor|Zarafshon|Ipak yoʻli|Shifokorlar|Oltin vodiy|Furqat|Muqimiy|Hamid Olimjon|Gʻafur Gʻulom|Abdulla Qodiriy|Choʻlpon|Zulfiya|Registon|Shodlik|Lolazor|Bahor|Fidokor|Sharq'.split(
    '|',
  );
