import { zip } from './zip.ts';

/** An e-learning package of SCORM 1.2 made here: three pages with a question at the end, which bookmarks and gives a score. */

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="edulab.sample" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>Manbalar bilan ishlash</title>
      <item identifier="lesson" identifierref="page"><title>Manbalar bilan ishlash</title><adlcp:masteryscore>60</adlcp:masteryscore></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/><file href="lesson.js"/><file href="style.css"/>
    </resource>
  </resources>
</manifest>`;

const page = `<!doctype html>
<html lang="uz"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Manbalar bilan ishlash</title><link rel="stylesheet" href="style.css"></head>
<body><main id="page"></main><footer><button id="back">Orqaga</button><span id="where"></span><button id="next">Keyingi</button></footer>
<script src="lesson.js"></script></body></html>`;

const style = `body{font:17px/1.6 system-ui,sans-serif;color:#1c2430;background:#fff;margin:0;display:grid;grid-template-rows:1fr auto;min-height:100vh}
main{max-width:42rem;margin:auto;padding:2rem 1.5rem}h1{font-size:1.6rem;line-height:1.25}label{display:block;padding:.6rem .8rem;margin:.4rem 0;border:1px solid #c9d1dc;border-radius:8px;cursor:pointer}
footer{display:flex;justify-content:space-between;align-items:center;padding:1rem 1.5rem;border-top:1px solid #e3e8ef}button{font:inherit;padding:.5rem 1.1rem;border-radius:8px;border:1px solid #2456c7;background:#2456c7;color:#fff}button[disabled]{opacity:.4}`;

const lesson = `var around = window;
while (!around.API && around.parent !== around) around = around.parent;
var api = around.API;
var pages = [
  '<h1>Manba nima?</h1><p>Ilmiy ishda har bir fikrning egasi bor. Manba o‘quvchiga bu fikr qayerdan olinganini ko‘rsatadi: kitob, maqola, qonun yoki sayt.</p>',
  '<h1>Havola qanday yoziladi?</h1><p>Muallif, asar nomi, nashr joyi va yili, sahifa. Elektron manbada — manzil va murojaat qilingan sana.</p>',
  '<h1>Savol</h1><p>Qaysi holatda havola shart emas?</p><label><input type="radio" name="a" value="0"> Birovning jadvalini olganda</label><label><input type="radio" name="a" value="1"> O‘z tajribangiz natijasini yozganda</label><label><input type="radio" name="a" value="0"> Fikrni o‘z so‘zingiz bilan aytganda</label>'
];
var at = 0;
if (api) { api.LMSInitialize(''); at = Number(api.LMSGetValue('cmi.core.lesson_location')) || 0; if (api.LMSGetValue('cmi.core.lesson_status') === 'not attempted') api.LMSSetValue('cmi.core.lesson_status', 'incomplete'); }
function set(name, value) { if (api) { api.LMSSetValue(name, String(value)); api.LMSCommit(''); } }
function show() {
  document.getElementById('page').innerHTML = pages[at];
  document.getElementById('where').textContent = (at + 1) + ' / ' + pages.length;
  document.getElementById('back').disabled = at === 0;
  document.getElementById('next').textContent = at === pages.length - 1 ? 'Yakunlash' : 'Keyingi';
}
document.getElementById('back').onclick = function () { if (at > 0) { at--; set('cmi.core.lesson_location', at); show(); } };
document.getElementById('next').onclick = function () {
  if (at < pages.length - 1) { at++; set('cmi.core.lesson_location', at); show(); return; }
  var answer = document.querySelector('input:checked');
  if (!answer) return;
  var right = answer.value === '1';
  set('cmi.core.score.raw', right ? 100 : 40);
  set('cmi.core.lesson_status', right ? 'passed' : 'failed');
  if (api) api.LMSFinish('');
  document.getElementById('page').innerHTML = right ? '<h1>To‘g‘ri!</h1><p>O‘z natijangiz — o‘zingizniki.</p>' : '<h1>Qayta o‘qib chiqing</h1>';
  document.querySelector('footer').remove();
};
show();
`;

export const samplePackage = (): Buffer =>
  zip([
    { name: 'imsmanifest.xml', content: manifest },
    { name: 'index.html', content: page },
    { name: 'lesson.js', content: lesson },
    { name: 'style.css', content: style },
  ]);
