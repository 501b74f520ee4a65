(() => {
  let skin = 'light';
  let stranger = true;
  try {
    skin = localStorage.getItem('skin') || 'light';
    document.documentElement.lang = localStorage.getItem('lang') || 'uz';
    stranger = localStorage.getItem('token') === null;
  } catch {
    // Storage can be forbidden; the light skin stands then.
  }
  if (stranger) {
    // What strangers see first, asked for before the styles say so.
    const pattern = document.createElement('link');
    pattern.rel = 'preload';
    pattern.as = 'image';
    pattern.href = '/girih.svg';
    document.head.append(pattern);
  }
  document.documentElement.dataset.skin = skin;
  document.documentElement.dataset.mantineColorScheme = skin === 'dark' ? 'dark' : 'light';
})();
