/**
 * The typeface of the console. On a slow line it takes a second, so the first page is read in the system's own until nothing
 * else is asked for. From then on the browser has it, and pages begin with it.
 */
const known = "orgconfig.typeface";
const face = "1rem 'Inter Variable'";

export function beginWithTypeface(): void {
  if (isKnown()) applyTypeface();
}

export async function loadTypeface(): Promise<void> {
  await document.fonts.load(face);
  applyTypeface();
  localStorage.setItem(known, "");
}

/** Where a browser lets pages store nothing, it is loaded each time. */
function isKnown(): boolean {
  try {
    return localStorage.getItem(known) !== null;
  } catch {
    return false;
  }
}

function applyTypeface(): void {
  document.documentElement.dataset.typeface = "own";
}
