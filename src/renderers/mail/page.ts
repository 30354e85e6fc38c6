/**
 * A mail as a page for mail programs. It loads nothing from anywhere. Light colours stand at each element, for programs
 * that drop the style sheet; where people read on dark, it sets the others.
 */

import { Markup, markup } from "../../kernel/markup.ts";
import { oneLine } from "../../kernel/one-line.ts";
import { chartPage } from "./chart.ts";
import type { MailContent, MailFact, MailSection } from "./content.ts";
import { footerLength, headingLength, isWeb, linksOf, prose, valueLength } from "./parts.ts";

const dark = new Markup(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.sheet{background:#0d1117!important;color:#e6edf3!important}
.quiet,.unknown{color:#9ea7b3!important}
.rule{border-color:#3d444d!important}
a{color:#79b8ff!important}
a.main{background:#1f6feb!important;color:#ffffff!important;border-color:#1f6feb!important}
a.other{border-color:#79b8ff!important}
.bar{background:#58a6ff!important}
}`);

const tones = { bad: "#cf222e", warning: "#bf8700", good: "#1a7f37" } as const;

export function mailPage(content: MailContent): string {
  const {
    heading,
    tone,
    lead,
    facts,
    text,
    chart,
    sections = [],
    details,
    footer,
    footerLink,
    linksFirst,
  } = content;
  const stripe = tone === undefined ? "" : `;border-top:4px solid ${tones[tone]}`;
  const title = oneLine(heading, headingLength);
  return markup`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${oneLine(heading, 200)}</title><style>${dark}</style></head>
<body style="margin:0;padding:16px;background:#ffffff;color:#1f2328;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif"><div class="sheet" style="max-width:640px;margin:0 auto;padding-top:12px;overflow-wrap:anywhere;word-break:break-word${stripe}">
<h1 dir="auto" style="font-size:20px;line-height:1.3;margin:0 0 12px">${title}</h1>
${lead !== undefined && markup`<p dir="auto" style="margin:0 0 16px">${oneLine(lead, valueLength)}</p>`}
${factTable(facts)}
${text !== null && markup`<p dir="auto" style="margin:0 0 16px;white-space:pre-wrap">${prose(text)}</p>`}
${linksFirst ? [buttons(content), sections.map(sectionPage)] : [sections.map(sectionPage), buttons(content)]}
${chart !== undefined && markup`<h2 style="font-size:15px;margin:20px 0 8px">${chart.title}</h2>${chartPage(chart)}<p class="quiet" style="margin:6px 0 16px;color:#59636e;font-size:13px">${chart.caption}</p>`}
${details !== undefined && markup`<h2 style="font-size:15px;margin:20px 0 8px">${details.title}</h2>${factTable(details.facts)}`}
<p class="quiet rule" style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d1d9e0;color:#59636e;font-size:13px">${oneLine(footer, footerLength)}${footerLink !== undefined && isWeb(footerLink.url) && markup` <a href="${footerLink.url}" style="color:#0550ae">${footerLink.label}</a>`}</p>
</div></body></html>
`.text;
}

function factTable(facts: readonly MailFact[]): Markup | false {
  if (facts.length === 0) return false;
  const rows = facts.map(
    ({ label, value }) =>
      markup`<tr><td class="quiet" style="padding:2px 16px 2px 0;color:#59636e;vertical-align:top">${oneLine(label, valueLength)}</td><td dir="auto" style="padding:2px 0;vertical-align:top">${oneLine(value, valueLength)}</td></tr>`,
  );
  return markup`<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows}</table>`;
}

function sectionPage({ title, lines }: MailSection): Markup {
  const items = lines.map(({ text, url }) => {
    const line = oneLine(text, valueLength);
    return markup`<li dir="auto" style="margin:0 0 4px">${url !== undefined && isWeb(url) ? markup`<a href="${url}" style="color:#0550ae">${line}</a>` : line}</li>`;
  });
  return markup`${title !== "" && markup`<h2 dir="auto" style="font-size:15px;margin:16px 0 6px">${oneLine(title, headingLength)}</h2>`}${items.length > 0 && markup`<ul style="margin:0 0 16px;padding-left:20px">${items}</ul>`}`;
}

/** The first is what most readers come for. */
function buttons(content: MailContent): Markup | false {
  const links = linksOf(content);
  if (links.length === 0) return false;
  const shape =
    "display:inline-block;margin:0 8px 8px 0;padding:9px 16px;border-radius:6px;font-weight:600;text-decoration:none;border:1px solid #0550ae";
  const all = links.map(({ label, url }, index) =>
    index === 0
      ? markup`<a class="main" href="${url}" style="${shape};background:#0550ae;color:#ffffff">${label}</a>`
      : markup`<a class="other" href="${url}" style="${shape};color:#0550ae">${label}</a>`,
  );
  return markup`<p style="margin:16px 0 8px">${all}</p>`;
}
