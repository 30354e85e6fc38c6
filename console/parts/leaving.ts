/** Somebody who chose to leave what they typed is asked once, however many forms and dialogs hold some of it. */
let agreed = false;

export function hasAgreedToLeave(): boolean {
  return agreed;
}

/** @param go leads elsewhere. Whoever else may ask is asked in the same step, one after the other, so that it takes a moment. */
export function leaveAll(go: () => void): void {
  agreed = true;
  go();
  setTimeout(() => {
    agreed = false;
  });
}
