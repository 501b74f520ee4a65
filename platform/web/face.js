/**
 * Before the application has come: draws the head of the page that is asked for, and asks for all that its first sight
 * needs at once, where one file after the other would tell of the next. `FACES` is what scripts/faces.ts writes here.
 */
(({ names, pages, aliases, signedIn, home }) => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const language = document.documentElement.lang;
  const someone = kept('token') !== null;
  const asked = location.pathname;
  const above = pages[asked.slice(0, asked.lastIndexOf('/'))];
  const page = pages[someone ? asked : (aliases[asked] ?? asked)] ?? (above?.below ? above : undefined);
  const face = page && !(someone && page.entrance) ? page : undefined;
  const first = asked === '/' || asked === '/home' ? home : signedIn;
  const brought = face ?? (someone ? first : undefined);
  const texts = language.slice(0, 2);
  const bring = () => {
    for (const number of brought ? [...brought.files, ...(brought.texts[texts] ?? [])] : []) {
      const file = names[number];
      const link = document.createElement('link');
      const style = file.endsWith('.css');
      link.rel = style ? 'preload' : 'modulepreload';
      if (style) link.as = 'style';
      link.crossOrigin = '';
      link.fetchPriority = 'low';
      link.href = `/${file}`;
      document.head.append(link);
    }
  };
  const words = face?.words[language];
  if (!words) return bring();
  const drawn = document.createElement('div');
  drawn.id = 'face';
  drawn.className = `face face-${face.entrance ? 'entrance' : 'plain'}`;
  if (face.wide) drawn.dataset.wide = '';
  drawn.innerHTML =
    '<div class="face-banner"><div class="face-brand"><img src="/mark.svg" alt="" width="34" height="34" /><span>ISFT</span></div></div><div class="face-words"><h1></h1><p></p></div>';
  if (!face.entrance) drawn.querySelector('.face-banner').classList.add('face-banner-plain');
  drawn.querySelector('h1').textContent = words[0];
  drawn.querySelector('p').textContent = words[1];
  document.body.prepend(drawn);
  // After the first frame, which is not to wait for them.
  requestAnimationFrame(() => setTimeout(bring));
})(FACES);
