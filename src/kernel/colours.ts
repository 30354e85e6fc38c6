/** A page's own colour, moved as far as it must be to be seen on both grounds (WCAG 2.2, 1.4.3 and 1.4.11). */

/** From 1 to 21, as WCAG AA asks of text. */
export const enoughContrast = 4.5;

type Rgb = readonly [number, number, number];

const [white, black]: readonly [Rgb, Rgb] = [
  [255, 255, 255],
  [15, 18, 22],
];

/** @param colour as #rrggbb */
export function accentsOf(colour: string): { readonly light: string; readonly dark: string } {
  const own = rgbOf(colour);
  return { light: readableOn(own, white, [0, 0, 0]), dark: readableOn(own, black, white) };
}

/** How well a colour can be seen on the light and on the dark ground, from 1 to 21. @param colour as #rrggbb */
export function contrastsOf(colour: string): { readonly light: number; readonly dark: number } {
  const own = rgbOf(colour);
  return { light: contrast(own, white), dark: contrast(own, black) };
}

/** The colour, or the nearest on its way to `towards` that is far enough from the ground. */
function readableOn(colour: Rgb, ground: Rgb, towards: Rgb): string {
  for (let step = 0; step <= 20; step++) {
    const mixed = colour.map((part, at) => Math.round(part + (((towards[at] ?? 0) - part) * step) / 20));
    const [red = 0, green = 0, blue = 0] = mixed;
    if (contrast([red, green, blue], ground) >= enoughContrast) return hex([red, green, blue]);
  }
  return hex(towards);
}

/** From 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function rgbOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
