/**
 * The focus is never lost. Browsers take it from what is disabled, such as a button at work, and from what is taken off
 * the page: the next Tab would begin at the top. It goes back to what had it in the uppermost dialog, or on the page where
 * none is open, as soon as that can have it. Until then the dialog itself has it.
 */
const modal = "[role=dialog][aria-modal=true]";
const fleeting = "[role=dialog], [role=menu], [role=listbox]";
const tabbable = "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled)";

/** What had it last on the page, and in each dialog. */
let onPage: HTMLElement | undefined;
const inDialog = new WeakMap<Element, HTMLElement>();
/** A dialog that has it in the place of something in it. */
let standIn: Element | undefined;
/** Where it was in a list, whose entry may go away. */
let inList: { readonly list: Element; readonly entry: number; readonly nth: number } | undefined;

export function returnFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    standIn = undefined;
    if (target instanceof HTMLElement) note(target);
  });
  new MutationObserver((changes) => {
    // Pages change all the time, and hardly ever lose it.
    if (!isLost()) return;
    const dialog = [...document.querySelectorAll(modal)].at(-1);
    if (dialog instanceof HTMLElement) keepIn(dialog);
    else if (document.activeElement === document.body) giveBack(changes);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

function note(target: HTMLElement): void {
  const dialog = target.closest(modal);
  if (dialog !== null && dialog !== target) inDialog.set(dialog, target);
  if (target.closest(fleeting) !== null) return;
  onPage = target;
  const entry = target.closest("li, tbody > tr");
  inList = entry?.parentElement
    ? {
        list: entry.parentElement,
        entry: [...entry.parentElement.children].indexOf(entry),
        nth: [...entry.querySelectorAll(tabbable)].indexOf(target),
      }
    : undefined;
}

function isLost(): boolean {
  const now = document.activeElement;
  return now === null || now === document.body || now.matches(":disabled") || standIn !== undefined;
}

const canHaveIt = (one: Element) => one.isConnected && !one.matches(":disabled");

function keepIn(dialog: HTMLElement): void {
  const before = inDialog.get(dialog);
  // One that is just being opened takes it by itself.
  if (before === undefined) return;
  if (canHaveIt(before)) before.focus();
  else if (standIn !== dialog) {
    dialog.focus();
    standIn = dialog;
  }
}

/** On the page a press next to everything leaves it nowhere, which is no loss. */
function giveBack(changes: readonly MutationRecord[]): void {
  if (onPage === undefined) return;
  const isBack = changes.some(
    ({ target, removedNodes }) => target === onPage || [...removedNodes].some(holdsDialog),
  );
  if (!onPage.isConnected) toNext();
  else if (isBack && canHaveIt(onPage)) onPage.focus();
}

/** What it was on is gone, such as a row that was deleted: the entry that is there now, or the last one. */
function toNext(): void {
  if (inList === undefined || !inList.list.isConnected) return;
  const entries = [...inList.list.children];
  const next = (entries[inList.entry] ?? entries.at(-1))?.querySelectorAll<HTMLElement>(tabbable);
  (next?.[inList.nth] ?? next?.[0])?.focus();
}

function holdsDialog(node: Node): boolean {
  return (
    node instanceof Element && (node.matches("[role=dialog]") || node.querySelector("[role=dialog]") !== null)
  );
}
