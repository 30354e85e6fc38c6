/** What the program said, as a sentence for people: never the address, which may hold a secret. */
import { sanitised } from "../../kernel/sanitised.ts";
import { GitFailure } from "../port.ts";
import { bounds, type GitResult } from "./program.ts";

type Known = readonly [said: RegExp, kind: GitFailure["kind"], message: string];

const known: readonly Known[] = [
  [
    /signal 25|File too large|file size limit/i,
    "refused",
    `the newest commit has more than ${bounds.fileMb} MB packed, and no more is read; keep the configuration in a repository or branch of its own`,
  ],
  [
    /unable to update url base from redirection|redirect/i,
    "refused",
    "it answered with a redirect, which is not followed; write the address that it leads to",
  ],
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/i,
    "refused",
    "the ssh server shows another key than at the first contact; look whether that is right, then call sync of its source with trust_host_key",
  ],
  [
    /Load key .*(invalid format|error in libcrypto)|incorrect passphrase/i,
    "refused",
    "the credential is no private key that ssh can read without a passphrase",
  ],
  [
    /Authentication failed|could not read (Username|Password)|HTTP (Basic: Access denied|401|403)|returned error: 40[13]|Permission denied/i,
    "refused",
    "the repository did not take the credential",
  ],
  [
    /repository '.*' not found|returned error: 404|does not appear to be a git repository|Repository not found/i,
    "refused",
    "there is no such repository, or the credential may not read it",
  ],
  [
    /stale info|\[rejected\]|non-fast-forward|failed to update ref|cannot lock ref/i,
    "unreachable",
    "somebody else has written the branch meanwhile; it is looked at again",
  ],
  [
    /remote rejected|protected branch|pre-receive hook declined|GH006/i,
    "refused",
    "the repository does not let the credential write the branch; allow it, or write another push_branch",
  ],
  [/transport '.*' not allowed/i, "refused", "the address is of a kind that is not taken"],
  [
    /Could not resolve host|Connection refused|Failed to connect|timed out|Connection reset|No route to host|Network is unreachable|Couldn't connect/i,
    "unreachable",
    "it did not answer",
  ],
];

/** @param what the program was to do, such as "the branch could not be read" */
export function failureOf({ said, code }: GitResult, what: string): GitFailure {
  const found = known.find(([pattern]) => pattern.test(said));
  const shown = /another key/.test(found?.[2] ?? "") ? /SHA256:[\w+/]{43}/.exec(said)?.[0] : undefined;
  if (found !== undefined)
    return new GitFailure(found[1], `${found[2]}${shown === undefined ? "" : `; it shows ${shown}`}`);
  // A line that names the address is left out.
  const line = said
    .split("\n")
    .map((one) => one.trim())
    .find((one) => /^(fatal|error|remote):/i.test(one) && !one.includes("://"));
  return new GitFailure("unreachable", `${what}: ${sanitised(line ?? `git ended with status ${code}`)}`);
}
