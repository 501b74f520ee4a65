const browsers: [RegExp, string][] = [
  [/YaBrowser/, 'Yandex Browser'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const first = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** Browser and system as people call them; what cannot be told is shown as it came. Order matters: most browsers say they are others too. */
export const deviceName = (agent: string): string =>
  [first(browsers, agent), first(systems, agent)].filter(Boolean).join(', ') || agent.slice(0, 60);
