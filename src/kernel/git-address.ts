/** Addresses of Git repositories: https, http and ssh, and the short form of ssh (git-clone(1), "GIT URLS"). */
import { credentialIn } from "./secret-names.ts";

export interface GitAddress {
  readonly scheme: "https" | "http" | "ssh";
  /** Of ssh; undefined where the address names none. */
  readonly user: string | undefined;
  /** A name, or an address; of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** From the first slash on, or of the short form as it stands. */
  readonly path: string;
}

const usual = { https: 443, http: 80, ssh: 22 } as const;
const form =
  "must be the address of a repository: https://host/path, ssh://user@host/path or user@host:path, such as https://git.example.com/acme/monitoring.git";
const noCredential = "must not hold a user name, password or token: write it in credential";

const host = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])`;
const long = new RegExp(
  String.raw`^(https?|ssh)://(?:([^/@]*)@)?(${host})(?::([0-9]{1,5}))?(/[\x21-\x7e]*)$`,
  "i",
);
// What begins with "-" could be taken for an option by a program on the way.
const short = new RegExp(String.raw`^([A-Za-z0-9_][A-Za-z0-9._-]*)@(${host}):([\x21-\x7e]+)$`);
const userName = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** The parts of an address, or what is wrong with it, which never repeats it: a token may be in it. */
export function gitAddress(text: string): GitAddress | { readonly problem: string } {
  const brief = short.exec(text);
  if (brief !== null && !text.includes("://")) {
    const [, user = "", name = "", path = ""] = brief;
    return path.startsWith("-") ? { problem: form } : { ...ssh(user, name, undefined), path };
  }
  const [whole, named = "", user, name = "", port, path = ""] = long.exec(text) ?? [];
  if (whole === undefined) return { problem: /^https?:\/\/[^/]*@/i.test(text) ? noCredential : form };
  const scheme = named.toLowerCase() as GitAddress["scheme"];
  const parsed = { ...ssh(user, name, port), path };
  if (parsed.port < 1 || parsed.port > 65_535 || path === "/") return { problem: form };
  if (scheme === "ssh") {
    if (user?.includes(":")) return { problem: noCredential };
    return user === undefined || userName.test(user) ? parsed : { problem: form };
  }
  if (user !== undefined || credentialIn(text) !== undefined || /[?#]/.test(path))
    return { problem: noCredential };
  return { ...parsed, scheme, user: undefined, port: port === undefined ? usual[scheme] : Number(port) };
}

function ssh(user: string | undefined, name: string, port: string | undefined) {
  const scheme = "ssh" as const;
  return {
    scheme,
    user,
    host: name.replace(/^\[|\]$/g, ""),
    port: port === undefined ? usual.ssh : Number(port),
  };
}

/** A server as known_hosts names it: the host, with its port where that is not the usual one (ssh-keygen(1), sshd(8)). */
export function knownHostName({ host, port }: Pick<GitAddress, "host" | "port">): string {
  const name = host.toLowerCase();
  return port === usual.ssh ? name : `[${name}]:${port}`;
}
