/** Draws levels and marks into a chart. */
import type UPlot from "uplot";
import type { Level, Mark } from "./marks.ts";

export interface Paints {
  readonly bad: string;
  readonly warn: string;
  readonly quiet: string;
  readonly accent: string;
  readonly text: string;
}

export function drawLevels(plot: UPlot, levels: readonly Level[], paints: Paints): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.fillStyle = paints.text;
  ctx.font = `${11 * ratio}px "Inter Variable", sans-serif`;
  ctx.textBaseline = "alphabetic";
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  for (const [index, { value, label, tone }] of levels.entries()) {
    ctx.strokeStyle = paints[tone];
    const y = plot.valToPos(value, "y", true);
    if (tone === "bad") fillBelow(plot, y, paints.bad);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // At both sides in turn: two levels may be close to each other.
    ctx.textAlign = index % 2 === 0 ? "left" : "right";
    const x = index % 2 === 0 ? bbox.left + 4 * ratio : bbox.left + bbox.width - 4 * ratio;
    ctx.fillText(label, x, y - 4 * ratio);
  }
  ctx.restore();
}

/** What lies beyond a line that must not be passed. */
function fillBelow({ ctx, bbox }: UPlot, y: number, colour: string): void {
  const bottom = bbox.top + bbox.height;
  if (y >= bottom) return;
  const { fillStyle } = ctx;
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.14;
  ctx.fillRect(bbox.left, y, bbox.width, bottom - y);
  ctx.globalAlpha = 1;
  ctx.fillStyle = fillStyle;
}

export function drawMarks(plot: UPlot, marks: readonly Mark[], paints: Paints): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const colours = { alert: paints.bad, change: paints.accent, deploy: paints.quiet };
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const { at, what } of marks) {
    const x = plot.valToPos(at / 1_000, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colours[what];
    ctx.fillStyle = colours[what];
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.globalAlpha = 0.5;
    ctx.stroke();
    ctx.globalAlpha = 1;
    shape(ctx, what, x, bbox.top + 2 * ratio, 4 * ratio);
  }
  ctx.restore();
}

/** Below its upper edge at y: a triangle, a diamond or a disc, as `signs` shows them in text. */
function shape(ctx: CanvasRenderingContext2D, what: Mark["what"], x: number, y: number, size: number): void {
  ctx.beginPath();
  if (what === "deploy") ctx.arc(x, y + size, size, 0, 2 * Math.PI);
  else if (what === "alert") {
    ctx.moveTo(x, y);
    ctx.lineTo(x + size, y + 2 * size);
    ctx.lineTo(x - size, y + 2 * size);
  } else {
    ctx.moveTo(x, y);
    ctx.lineTo(x + size, y + size);
    ctx.lineTo(x, y + 2 * size);
    ctx.lineTo(x - size, y + size);
  }
  ctx.fill();
}
