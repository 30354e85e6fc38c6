/**
 * Gives the focus back to what opened a dialog, and to what took no press while it was at work. A dialog that is taken off
 * the page while it is open does not do so by itself, and browsers take the focus from what is disabled: the next Tab
 * would begin at the top of the page.
 */
const fleeting = "[role=dialog], [role=menu], [role=listbox]";

export function returnFocus(): void {
  let before: Element | undefined;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.closest(fleeting) === null) before = target;
  });
  const giveBack = () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  };
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target === before && !before.matches(":disabled"))) giveBack();
  }).observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
  // Dialogs stand in a portal, which is a child of the body and stays there.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target === document.body)
        for (const added of addedNodes) observer.observe(added, { childList: true });
    const left = changes.some(({ removedNodes }) => [...removedNodes].some(holdsDialog));
    if (!left || document.querySelector("[role=dialog]") !== null) return;
    giveBack();
  });
  observer.observe(document.body, { childList: true });
}

function holdsDialog(node: Node): boolean {
  return node instanceof Element && node.querySelector("[role=dialog]") !== null;
}
