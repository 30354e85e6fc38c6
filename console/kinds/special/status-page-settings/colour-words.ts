/** Whether the page's own colour can be seen, in plain words. Pure. */
import { accentsOf, contrastsOf, enoughContrast } from "../../../../src/kernel/colours.ts";
import { bareFigure } from "../../../../src/kernel/readable.ts";

export interface ColourWords {
  /** The ground. */
  readonly ground: "light" | "dark";
  /** As the page shows it there. */
  readonly shown: string;
  readonly text: string;
}

/** @param colour as #rrggbb; for anything else there is nothing to say */
export function colourWords(colour: string): readonly ColourWords[] {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return [];
  const [contrasts, accents] = [contrastsOf(colour), accentsOf(colour)];
  return (["light", "dark"] as const).map((ground) => {
    const { [ground]: contrast } = contrasts;
    const { [ground]: shown } = accents;
    // Rounded down, so that 4.49 is not called 4.5.
    const ratio = `${bareFigure(Math.floor(contrast * 10) / 10)} : 1`;
    const isEnough = contrast >= enoughContrast;
    const change = ground === "light" ? "darker" : "lighter";
    const text = isEnough
      ? `On the ${ground} page its contrast is ${ratio}: it can be seen (WCAG AA).`
      : `On the ${ground} page its contrast is ${ratio}, and WCAG AA asks for ${enoughContrast} : 1. The page shows it ${change}, as ${shown}.`;
    return { ground, shown, text };
  });
}
