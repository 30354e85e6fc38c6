/** A badge for a README, and a small script that shows the state of the page on another site. */
import { legible, markup } from "../../kernel/markup.ts";
import { type Indicator, overallOf, statusWords } from "./overall.ts";
import type { ComponentStatus, PageComponent, PageState } from "./state.ts";

const colours: Readonly<Record<Indicator, string>> = {
  none: "#12804a",
  maintenance: "#0b5fc0",
  minor: "#8a6100",
  major: "#b64a00",
  critical: "#c6242e",
};

const colourOf: Readonly<Record<ComponentStatus, string>> = {
  operational: colours.none,
  under_maintenance: colours.maintenance,
  degraded_performance: colours.minor,
  partial_outage: colours.major,
  major_outage: colours.critical,
};

export function pageBadge(state: PageState): string {
  const { indicator, description } = overallOf(state);
  return badge("status", description, colours[indicator]);
}

export function componentBadge({ name, status }: PageComponent): string {
  return badge(name, statusWords[status].toLowerCase(), colourOf[status]);
}

const mostCharacters = 40;

function badge(label: string, word: string, colour: string): string {
  const characters = [...legible(label).replace(/\s+/g, " ")];
  const left =
    characters.length > mostCharacters
      ? `${characters.slice(0, mostCharacters - 1).join("")}…`
      : characters.join("");
  const [leftWidth, rightWidth] = [widthOf(left), widthOf(word)];
  const width = leftWidth + rightWidth;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${left}: ${word}"><title>${left}: ${word}</title><clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${leftWidth}" height="20" fill="#333a44"/><rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${colour}"/></g><g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="${leftWidth / 2}" y="14" textLength="${leftWidth - 14}" lengthAdjust="spacingAndGlyphs">${left}</text><text x="${leftWidth + rightWidth / 2}" y="14" textLength="${rightWidth - 14}" lengthAdjust="spacingAndGlyphs">${word}</text></g></svg>
`.text;
}

/** About as wide as Verdana draws it; the text is fitted to it. Signs of East Asia take the space of two. */
function widthOf(text: string): number {
  let width = 14;
  for (const character of text)
    width += /[\u1100-\uffdc\u{20000}-\u{3fffd}]/u.test(character)
      ? 11
      : /[ijlt.,:;'|!()\s]/.test(character)
        ? 4
        : 7;
  return width;
}

/** Shows where the page is and how it is, in the place where it stands. It needs no frame, and stays quiet where it fails. */
export const embed = `(()=>{const s=document.currentScript,b=s.src.replace(/\\/embed\\.js.*$/,"");fetch(b+"/api/v2/status.json").then(r=>r.json()).then(({page,status})=>{const a=document.createElement("a"),d=document.createElement("span"),c=${JSON.stringify(colours)};a.href=page.url;a.rel="noopener";a.textContent=status.description;Object.assign(a.style,{font:"14px system-ui,sans-serif",color:"inherit",textDecoration:"none"});Object.assign(d.style,{display:"inline-block",width:"10px",height:"10px",borderRadius:"50%",marginInlineEnd:"8px",background:c[status.indicator]||"#566070"});a.prepend(d);s.after(a)}).catch(()=>{})})();
`;
