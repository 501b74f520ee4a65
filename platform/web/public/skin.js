(() => {
  let skin = 'light';
  try {
    skin = localStorage.getItem('skin') || 'light';
    document.documentElement.lang = localStorage.getItem('lang') || 'uz';
  } catch {
    // Storage can be forbidden; the light skin stands then.
  }
  document.documentElement.dataset.skin = skin;
  document.documentElement.dataset.mantineColorScheme = skin === 'dark' ? 'dark' : 'light';
})();
