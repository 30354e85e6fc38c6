/** What is cut with an ellipsis is read whole by pointing at it: its text is its title, for as long as it is cut. */

const cuttable = ".clip, .flow-why, [data-line-clamp], [data-truncate]";

export function showWholeTexts(): void {
  document.addEventListener("pointerover", ({ target }) => {
    const place = target instanceof Element ? target.closest<HTMLElement>(cuttable) : null;
    if (place === null) return;
    const cut = place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 1;
    if (place.dataset.whole === undefined && (!cut || place.closest("[title]") !== null)) return;
    place.toggleAttribute("data-whole", cut);
    if (cut) place.title = place.textContent;
    else place.removeAttribute("title");
  });
}
