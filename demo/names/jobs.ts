const JOBS =
  'Oʻqituvchi|Shifokor|Hamshira|Muhandis|Haydovchi|Tadbirkor|Buxgalter|Fermer|Quruvchi|Uy bekasi|Nafaqaxoʻr|Davlat xizmatchisi|Sotuvchi|Oshpaz|Elektrik|Tikuvchi|Iqtisodchi|Dasturchi|Huquqshunos|Tarbiyachi'.split(
    '|',
  );
const WOMENS = new Set(['Uy bekasi', 'Hamshira', 'Tikuvchi', 'Tarbiyachi']);
export const FATHER_JOBS = JOBS.filter((job) => !WOMENS.has(job));
export const MOTHER_JOBS = JOBS.filter((job) => !['Haydovchi', 'Quruvchi', 'Elektrik'].includes(job));
