/**
 * The links of a page as the registry needs them. In the repository a link leads to a file (`../guides/secrets.md`);
 * the registry shows the file at an address without its ending, and `index.md` at `docs`, without a slash behind it.
 */
const link = /\]\((?!#|[a-z]+:)([^)#\s]+)\.md(#[^)\s]*)?\)/g;

/** `path` is the page's own, such as `resources/team.md`. */
export function registryLinks(path: string, text: string): string {
  const up = path.includes("/") ? "../" : "";
  return text.replace(link, (_, target: string, anchor = "") => {
    const page = target === `${up}index` ? `${up}${up}docs` : up === "" ? `docs/${target}` : target;
    return `](${page}${anchor})`;
  });
}
