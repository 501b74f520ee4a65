/** Finding the control that a fault belongs to, wherever on the page it stands. */

/** Whether a fault is told at this field: its own, one inside of it, or that of the id that is sent for what was chosen. */
export const ownsFault = (field: string, fault: string): boolean =>
  fault === field || fault === `${field}_id` || fault.startsWith(`${field}.`);

const boxes = 'input:not([type=hidden]),textarea,button,select,[contenteditable=true]';

/** What is kept out of sight by tabs is shown by choosing its tab. */
function openTab(element: HTMLElement): void {
  const panel = element.closest('[role=tabpanel]');
  const tab = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '');
  if (tab?.getAttribute('aria-selected') === 'false') tab.click();
}

/**
 * Scrolls to the first faulty control in the order of the page, not of the schema, and gives it the focus: in the form, or
 * beside it where a page binds controls elsewhere. Of a fault that belongs to no control, its sentence is scrolled to.
 */
export function showFirstFault(form: HTMLFormElement | null, faults: readonly string[]): void {
  const within = (root: ParentNode | null) =>
    [...(root?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].find((element) =>
      faults.some((fault) => ownsFault(element.dataset.path ?? '', fault)),
    );
  const unnamed = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  const element = within(form) ?? within(document) ?? (faults.length > 0 ? unnamed : null);
  if (!element) {
    (form ?? document).querySelector('[data-problem]')?.scrollIntoView({ block: 'center' });
    return;
  }
  openTab(element);
  element.scrollIntoView({ block: 'center' });
  // What chooses files stands beside a box that nobody sees.
  const seen = [...element.querySelectorAll<HTMLElement>(boxes)].find((box) => box.getClientRects().length > 0);
  (element.matches(boxes) ? element : seen)?.focus({ preventScroll: true });
}
