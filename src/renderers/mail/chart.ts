/** A chart without a picture: mail programs load none, and a terminal has characters. */
import { type Markup, markup } from "../../kernel/markup.ts";
import type { MailChart } from "./content.ts";

const blocks = "▁▂▃▄▅▆▇█";
const unknownBlock = "?";
const height = 48;

/** How high each stands, from 0 to 1; null where nobody knows. */
function heightsOf(values: MailChart["values"]): readonly (number | null)[] {
  const most = Math.max(0, ...values.filter((value) => value !== null));
  return values.map((value) => (value === null ? null : most === 0 ? 0 : value / most));
}

export function chartText(values: MailChart["values"]): string {
  return heightsOf(values)
    .map((share) => (share === null ? unknownBlock : blocks[Math.round(share * (blocks.length - 1))]))
    .join("");
}

/** The caption says the same in words, so that a screen reader passes over the bars. */
export function chartPage({ values }: MailChart): Markup {
  const bars = heightsOf(values).map((share) =>
    share === null
      ? markup`<td style="vertical-align:bottom;padding:0 1px;height:${height}px"><div class="unknown" style="height:${height - 2}px;line-height:${height - 2}px;border:1px dashed #818b98;color:#59636e;text-align:center;font-size:12px;overflow:hidden">?</div></td>`
      : markup`<td style="vertical-align:bottom;padding:0 1px;height:${height}px"><div class="bar" style="height:${Math.max(2, Math.round(share * height))}px;background:#0550ae;font-size:0;line-height:0">&nbsp;</div></td>`,
  );
  return markup`<table role="presentation" aria-hidden="true" cellspacing="0" cellpadding="0" style="border-collapse:collapse;table-layout:fixed;width:100%;max-width:360px;border-bottom:1px solid #818b98"><tr>${bars}</tr></table>`;
}
