/** What every page of the Terraform registry has: its head, its examples, and the bounds that the registry sets. */

/** The registry shows no more of a page. */
export const mostBytes = 500_000;

export interface PageHead {
  readonly title: string;
  /** The group that the registry lists the page in. */
  readonly subcategory: string;
  /** For search results; the first sentence of it counts. */
  readonly description: string;
}

/** A page, with a line between its parts. */
export function page(head: PageHead, parts: readonly string[]): string {
  const matter = [
    "---",
    `page_title: ${JSON.stringify(head.title)}`,
    `subcategory: ${JSON.stringify(head.subcategory)}`,
    `description: ${JSON.stringify(firstSentence(head.description))}`,
    "---",
  ];
  const origin = "<!-- Written by `npm run golden` from the definitions. -->";
  return `${[matter.join("\n"), origin, ...parts.filter((part) => part !== "")].map((part) => part.trim()).join("\n\n")}\n`;
}

/** HCL that is a whole configuration, or belongs to the others of its page. */
export function terraformCode(text: string): string {
  return `\`\`\`terraform\n${text.trim()}\n\`\`\``;
}

export function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

/**
 * The links of a page as the registry needs them. In the repository a link leads to a file; the registry shows the
 * file at an address without its ending, and the index at `docs`, without a slash behind it.
 */
const link = /\]\((?!#|[a-z]+:)([^)#\s]+)\.md(#[^)\s]*)?\)/g;

/** `path` is the page's own, below `docs/terraform`. */
export function registryLinks(path: string, text: string): string {
  const up = path.includes("/") ? "../" : "";
  return text.replace(link, (_, target: string, anchor = "") => {
    const page = target === `${up}index` ? `${up}${up}docs` : up === "" ? `docs/${target}` : target;
    return `](${page}${anchor})`;
  });
}
