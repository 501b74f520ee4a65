/** A letter as a mail program shows it. A frame without any right: nothing in a mail may run here. */
export function Letter({ html, title, height = 320 }: { html: string; title: string; height?: number }) {
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={html}
      style={{
        width: '100%',
        height,
        border: '1px solid var(--line)',
        borderRadius: 8,
        background: 'white',
        colorScheme: 'light',
      }}
    />
  );
}
