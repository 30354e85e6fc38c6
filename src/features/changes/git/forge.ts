/** What a forge's API is asked to show next to a commit: requests as data, by each forge's public description. */
import { gitAddress } from "../../../kernel/git-address.ts";
import type { OutgoingRequest } from "../../../transports/port.ts";

export interface ForgeRow {
  readonly forge: string;
  readonly url: string;
  readonly api_url: string | null;
}

export interface CommitStatus {
  readonly commit: string;
  readonly state: "success" | "failure" | "pending";
  /** Which of several statuses of the commit it is. */
  readonly name: string;
  readonly description: string;
  /** The page of the source. */
  readonly link: string;
}

/** Bounds that the forges have for a description; the shortest of them. */
const longest = 140;

const apis: Readonly<Record<string, (host: string) => string>> = {
  github: (host) => (host === "github.com" ? "https://api.github.com" : `https://${host}/api/v3`),
  gitlab: (host) => `https://${host}/api/v4`,
  gitea: (host) => `https://${host}/api/v1`,
  bitbucket: (host) => (host === "bitbucket.org" ? "https://api.bitbucket.org/2.0" : `https://${host}/2.0`),
};

/** The repository's address in the API, and its path; undefined where there is no forge. */
export function repositoryOf({ forge, url, api_url }: ForgeRow) {
  const address = gitAddress(url);
  const api = apis[forge];
  if (api === undefined || "problem" in address) return undefined;
  const { scheme, host, port } = address;
  const usual = api(scheme === "https" && port !== 443 ? `${host}:${port}` : host);
  const path = pathOf(address.path);
  const base = (api_url ?? usual).replace(/\/+$/, "");
  const named: Readonly<Record<string, string>> = {
    gitlab: `projects/${encodeURIComponent(path)}`,
    bitbucket: `repositories/${path}`,
  };
  return { root: `${base}/${named[forge] ?? `repos/${path}`}`, path };
}

/** Forges whose host alone says which one it is. */
const known: Readonly<Record<string, string>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "gitea",
  "bitbucket.org": "bitbucket",
};

/** A file at a commit, below the repository's page; Gitea's form is Forgejo's, too. */
const pages: Readonly<Record<string, (commit: string, file: string, line: number) => string>> = {
  github: (commit, file, line) => `blob/${commit}/${file}#L${line}`,
  gitlab: (commit, file, line) => `-/blob/${commit}/${file}#L${line}`,
  gitea: (commit, file, line) => `src/commit/${commit}/${file}#L${line}`,
  bitbucket: (commit, file, line) => `src/${commit}/${file}#lines-${line}`,
};

/** The forge's page of a line; undefined where it is not known which forge it is. */
export function lineLink(
  { forge, url }: Pick<ForgeRow, "forge" | "url">,
  { commit, file, line }: { readonly commit: string; readonly file: string; readonly line: number },
): string | undefined {
  const address = gitAddress(url);
  if ("problem" in address) return undefined;
  const { scheme, host, port } = address;
  const page = pages[forge === "none" ? (known[host.toLowerCase()] ?? "") : forge];
  const isUsual = scheme === "ssh" || port === (scheme === "https" ? 443 : 80);
  const name = host.includes(":") ? `[${host}]` : host;
  const base = `${scheme === "http" ? "http" : "https"}://${name}${isUsual ? "" : `:${port}`}`;
  const named = file.split("/").map(encodeURIComponent).join("/");
  return page && `${base}/${pathOf(address.path)}/${page(commit, named, line)}`;
}

function pathOf(path: string): string {
  return path
    .replace(/^\/+/, "")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}

/** What opens the API. */
export function headersOf(forge: string, credential: string): Readonly<Record<string, string>> {
  return {
    authorization: forge === "gitea" ? `token ${credential}` : `Bearer ${credential}`,
    accept: forge === "github" ? "application/vnd.github+json" : "application/json",
    "content-type": "application/json",
  };
}

/** The request that writes the status; undefined where the source has no forge, or no credential for it. */
export function statusRequest(
  row: ForgeRow,
  credential: string | undefined,
  { commit, state, name, description, link }: CommitStatus,
): OutgoingRequest | undefined {
  const repository = repositoryOf(row);
  if (repository === undefined || credential === undefined) return undefined;
  const said = [...description].slice(0, longest).join("");
  const usual = { state, context: `orgconfig/${name}`, description: said, target_url: link };
  const [where, body] = {
    github: [`statuses/${commit}`, usual],
    gitea: [`statuses/${commit}`, usual],
    gitlab: [
      `statuses/${commit}`,
      {
        ...usual,
        context: undefined,
        state: state === "failure" ? "failed" : state,
        name: `orgconfig/${name}`,
      },
    ],
    bitbucket: [
      `commit/${commit}/statuses/build`,
      {
        key: `orgconfig/${name}`.slice(0, 40),
        name: `orgconfig/${name}`,
        state: { success: "SUCCESSFUL", failure: "FAILED", pending: "INPROGRESS" }[state],
        description: said,
        url: link,
      },
    ],
  }[row.forge as "github" | "gitea" | "gitlab" | "bitbucket"] as [string, object];
  return {
    method: "POST",
    url: `${repository.root}/${where}`,
    headers: headersOf(row.forge, credential),
    body: JSON.stringify(body),
  };
}
