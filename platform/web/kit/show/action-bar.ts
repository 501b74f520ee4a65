/**
 * The `ref` of a bar of actions that a page keeps at the lower edge of the window: while it is there the round buttons of
 * the shell stand above it, however many lines it has.
 */
export function actionBar(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty('--action-bar', `${bar.offsetHeight}px`));
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--action-bar');
  };
}
