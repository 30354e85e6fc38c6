/**
 * The way to one repository. Its host is resolved once and judged as every address that a row names; the program is then
 * held to that very address, so that neither a name that changes its mind nor a redirect leads anywhere else.
 */
import { lookup } from "node:dns/promises";
import { readFile, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { type GitAddress, gitAddress, knownHostName } from "../../kernel/git-address.ts";
import { type AllowList, isAllowed } from "../addresses.ts";
import { GitFailure, type GitRemote } from "../port.ts";
import { closer } from "./certificate.ts";
import { failureNamed } from "./failures.ts";
import type { Ground } from "./folders.ts";
import type { GitRun } from "./program.ts";

export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>;

/** What runs of the program need to reach the repository. */
export interface Way extends Pick<GitRun, "settings" | "env"> {
  readonly url: string;
  /** Says more closely what went wrong on it, where that can be known. */
  readonly explain?: (failure: GitFailure) => Promise<GitFailure>;
  /** What the ssh server has shown so far, as lines of known_hosts. */
  readonly knownHosts: () => Promise<string>;
}

const resolveHost: Resolve = (host) => lookup(host, { all: true, verbatim: true });

interface From extends Ground {
  readonly allowed: AllowList;
  readonly resolve: Resolve | undefined;
}

/** @throws GitFailure */
export async function wayTo(
  remote: GitRemote,
  { allowed, resolve = resolveHost, ...ground }: From,
): Promise<Way> {
  const address = gitAddress(remote.url);
  if ("problem" in address) throw new GitFailure("refused", `the url ${address.problem}`);
  const pinned = await addressesOf(address, allowed, resolve);
  const isOpen = pinned.every((one) => allowed.allowsAddress(one)) || allowed.allowsHost(address.host);
  if (address.scheme === "http" && !isOpen) throw failureNamed("plain_http");
  return address.scheme === "ssh"
    ? sshWay(remote, address, pinned, ground)
    : httpWay(remote, address, pinned);
}

/** @throws GitFailure where the host has no address, or one that is closed */
async function addressesOf({ host }: GitAddress, allowed: AllowList, resolve: Resolve): Promise<string[]> {
  const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [{ address: host }];
  const addresses = found.map(({ address }) => address);
  if (addresses.length > 0 && addresses.every((one) => isAllowed(allowed, host, one))) return addresses;
  throw failureNamed(isIP(host) === 0 ? "unresolved" : "closed");
}

function httpWay({ url, credential }: GitRemote, address: GitAddress, pinned: readonly string[]): Way {
  const basic = Buffer.from(`orgconfig:${credential}`).toString("base64");
  const bracketed = pinned.map((one) => (isIP(one) === 6 ? `[${one}]` : one));
  return {
    url,
    explain: async (failure) =>
      closer(failure, address.host, { address: pinned[0] ?? "", port: address.port }),
    env: { GIT_ALLOW_PROTOCOL: address.scheme },
    settings: {
      ...(isIP(address.host) === 0
        ? { "http.curloptResolve": `${address.host}:${address.port}:${bracketed.join(",")}` }
        : {}),
      ...(credential === undefined ? {} : { "http.extraHeader": `Authorization: Basic ${basic}` }),
    },
    knownHosts: async () => "",
  };
}

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

async function sshWay(
  { url, credential, knownHosts }: GitRemote,
  address: GitAddress,
  [pinned = ""]: readonly string[],
  { folder, secret }: Ground,
): Promise<Way> {
  const known = join(folder, "known_hosts");
  await writeFile(known, knownHosts, { mode: 0o600 });
  const text = credential && `${credential.replaceAll("\r\n", "\n").trimEnd()}\n`;
  const identity = text === undefined ? [] : ["-i", await secret(text)];
  const options = [
    "BatchMode=yes",
    "IdentitiesOnly=yes",
    "IdentityAgent=none",
    // Of a server that showed one before, ssh would also take a new key of another type.
    `StrictHostKeyChecking=${knownHosts === "" ? "accept-new" : "yes"}`,
    `UserKnownHostsFile=${known}`,
    "GlobalKnownHostsFile=/dev/null",
    "HashKnownHosts=no",
    "UpdateHostKeys=no",
    "CheckHostIP=no",
    "ConnectTimeout=10",
    "ServerAliveInterval=10",
    "ProxyCommand=none",
    "ForwardAgent=no",
    "PermitLocalCommand=no",
    "ControlMaster=no",
    `HostName=${pinned}`,
    `HostKeyAlias=${knownHostName(address)}`,
  ];
  const command = ["ssh", "-F", "/dev/null", ...identity, ...options.flatMap((one) => ["-o", quoted(one)])];
  return {
    url,
    env: {
      GIT_ALLOW_PROTOCOL: "ssh",
      GIT_SSH_COMMAND: command.join(" "),
      GIT_SSH_VARIANT: "ssh",
    },
    settings: {},
    knownHosts: () => readFile(known, "utf8"),
  };
}
