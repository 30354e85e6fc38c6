/**
 * Which proxy leads to the service. The variables mean what they mean to Go programs, Terraform among them, so
 * that a machine's settings need no second look.
 */
import { BlockList, isIP, isIPv6 } from "node:net";

type Variables = Readonly<Record<string, string | undefined>>;

/** The variable that names the proxy for the endpoint and is set; undefined where it is reached directly. */
export function proxyVariable(endpoint: string, environment: Variables): string | undefined {
  const { protocol } = new URL(endpoint);
  const names = protocol === "https:" ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"];
  const name = names.find((name) => environment[name]);
  return name === undefined || isDirect(endpoint, environment.NO_PROXY || environment.no_proxy || "")
    ? undefined
    : name;
}

/** A proxy's address as a URL, `http://` unless it has a scheme; undefined where it cannot be one. */
export function parseProxy(text: string): URL | undefined {
  const address = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const plain =
    /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "" && url.hash === "";
  return plain && isEscaped(url.username) && isEscaped(url.password) ? url : undefined;
}

function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the endpoint is reached without a proxy: this machine always, and what the list names. An entry is
 * `*`, an address, a range such as `10.0.0.0/8`, a domain with all below it, or, with a dot or `*.` in front,
 * what is below a domain; `:port` behind it holds it to that port.
 */
export function isDirect(endpoint: string, noProxy: string): boolean {
  const url = new URL(endpoint);
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (host === "localhost" || (isIP(host) > 0 && inRange(host, "127.0.0.0/8", "::1/128"))) return true;
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => entry !== "" && names(entry, host, port));
}

function names(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isIP(host) > 0 && inRange(host, entry);
  // An IPv6 address has colons too, and a port behind it only where it is in brackets.
  const [, name = "", only] = isIPv6(entry) ? [entry, entry] : (/^(.+?)(?::(\d+))?$/.exec(entry) ?? []);
  if (only !== undefined && only !== port) return false;
  if (isIP(bare(name)) > 0)
    return isIP(host) > 0 && inRange(host, `${bare(name)}/${isIPv6(bare(name)) ? 128 : 32}`);
  const domain = name.replace(/^\*\./, ".");
  return domain.startsWith(".") ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function inRange(address: string, ...ranges: readonly string[]): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [base = "", bits = ""] = range.split("/");
    const family = isIPv6(base) ? "ipv6" : "ipv4";
    const widest = family === "ipv6" ? 128 : 32;
    if (isIP(base) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= widest)
      list.addSubnet(base, Number(bits), family);
  }
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}
