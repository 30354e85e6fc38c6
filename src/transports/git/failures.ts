/**
 * What can stand against a repository: each state with its cause and the way out, as the row, the test before saving, the
 * command line and the console say it. docs/git.md has the same table. Never the address, which may hold a secret.
 */
import { figure } from "../../kernel/readable.ts";
import { sanitised } from "../../kernel/sanitised.ts";
import { GitFailure } from "../port.ts";
import { bounds } from "./bounds.ts";

type Kind = GitFailure["kind"];

interface Known {
  /** What the program says. */
  readonly said: RegExp;
  readonly kind: Kind;
  readonly cause: string;
  readonly wayOut: string;
}

const again = "it is looked at again by itself";

/** The first that matches is what is said. */
export const failures = {
  too_large: {
    // The system ends what writes more; git may then say no more than that nothing came of it.
    said: /signal (25|SIGXFSZ)|File too large|file size limit|^(?!.*(memory|bad object|corrupt|inflate|No space)).*invalid index-pack output/is,
    kind: "refused",
    cause: `the newest commit has more than ${bounds.packMb} MB packed, and no more is fetched`,
    wayOut:
      "keep the configuration in a repository or branch of its own, or let the server send parts (git config uploadpack.allowFilter true; forges do)",
  },
  late: {
    said: /took more than \d+ seconds/,
    kind: "unreachable",
    cause: `it took longer than the service waits: ${bounds.askSeconds} seconds for a question, ${bounds.fetchSeconds} for a fetch or a push, ${bounds.readSeconds} to read what was fetched, ${bounds.contactSeconds} for all of that`,
    wayOut: `${again}; where it stays so, keep the configuration in a repository of its own`,
  },
  busy: {
    said: /^busy$/,
    kind: "unreachable",
    cause: `the node reads or writes other repositories, and no place was free for ${bounds.waitSeconds} seconds`,
    wayOut: `try again in a minute; ${again}`,
  },
  processor: {
    said: /signal (9|24|SIGXCPU|SIGKILL)\b/,
    kind: "refused",
    cause: `reading it took git more than ${bounds.processorSeconds} seconds of a processor, or the node ended it`,
    wayOut: "keep the configuration in a repository of its own",
  },
  memory: {
    said: /out of memory|malloc failed|memory exhausted|mmap failed/i,
    kind: "refused",
    cause: `reading it took git more than ${figure(bounds.memoryMb)} MB of memory`,
    wayOut: "keep the configuration in a repository of its own",
  },
  disk: {
    said: /No space left on device|Disk quota exceeded|Read-only file system|ENOSPC|EDQUOT|EROFS/i,
    kind: "unreachable",
    cause: "a disk is full or takes no files: of this node, or of the repository's server",
    wayOut: `the operator frees space where the service has its temporary files (TMPDIR); ${again}`,
  },
  no_git: {
    said: /exec: git: not found|git: command not found|cannot run ssh/i,
    kind: "refused",
    cause: "the program git cannot be started, or ssh: here, or at the server",
    wayOut: "the operator installs git and an ssh client; orgconfig doctor looks for them",
  },
  redirect: {
    said: /unable to update url base from redirection|returned error: 30[12378]/i,
    kind: "refused",
    cause: "it answered with a redirect, which is not followed",
    wayOut: "write the address that it leads to",
  },
  host_key: {
    said: /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/i,
    kind: "refused",
    cause: "the ssh server shows another key than at the first contact",
    wayOut: "look whether that is right, then call sync of its source with trust_host_key",
  },
  ssh_kinds: {
    said: /Unable to negotiate|no matching (host key type|key exchange method|cipher|MAC) found/i,
    kind: "refused",
    cause: "the ssh server offers only old ways to encrypt, which ssh does not take",
    wayOut: "bring the server up to date, or use https",
  },
  key_unreadable: {
    said: /Load key .*(invalid format|error in libcrypto)|incorrect passphrase/i,
    kind: "refused",
    cause: "the credential is no private key that ssh can read without a passphrase",
    wayOut: "save one that begins with -----BEGIN and has no passphrase",
  },
  proxy: {
    said: /returned error: 407|Proxy Authentication Required|CONNECT tunnel failed/i,
    kind: "refused",
    cause: "a proxy between the service and the repository wants a sign-in (HTTP 407)",
    wayOut: "let the node reach the host without it: the service uses no proxy for Git",
  },
  credential: {
    said: /Authentication failed|could not read (Username|Password)|HTTP Basic: Access denied|returned error: 40[13]|Permission denied(,| \()|Too many authentication failures/i,
    kind: "refused",
    cause: "the repository did not take the credential, or wants one",
    wayOut: "save one that may read it, and for push or both may write push_branch",
  },
  no_repository: {
    said: /repository '.*' not found|returned error: (404|410)|does not appear to be a git repository|Repository not found|project you were looking for could not be found/i,
    kind: "refused",
    cause: "there is no such repository, or the credential may not read it",
    wayOut: "correct url, or let the credential read it",
  },
  too_many_questions: {
    said: /returned error: 429/,
    kind: "unreachable",
    cause: "it wants fewer questions (HTTP 429)",
    wayOut: `${again}; make poll_seconds larger, and add a webhook`,
  },
  server_error: {
    said: /returned error: 5\d\d/,
    kind: "unreachable",
    cause: "its server has an error of its own (HTTP 500 or above)",
    wayOut: `${again}; where it stays so, ask who runs the server`,
  },
  http_other: {
    said: /returned error: 4\d\d/,
    kind: "refused",
    cause: "its server does not take the request (HTTP 400 or above)",
    wayOut: "look whether url is the address that git clone takes",
  },
  written_meanwhile: {
    said: /stale info|non-fast-forward|failed to update ref|cannot lock ref|fetch first/i,
    kind: "unreachable",
    cause: "somebody else has written the branch meanwhile",
    wayOut: again,
  },
  protected: {
    said: /remote rejected|protected branch|pre-receive hook declined|GH006|unpacker error|insufficient permission/i,
    kind: "refused",
    cause: "the repository does not let the credential write the branch",
    wayOut: "allow it, or write another push_branch",
  },
  scheme: {
    said: /transport '.*' not allowed/i,
    kind: "refused",
    cause: "the address is of a kind that is not taken",
    wayOut: "use https or ssh",
  },
  wrong_host: {
    said: /does not match target host name|no alternative certificate subject name|certificate is for another name/i,
    kind: "refused",
    cause: "its TLS certificate is for another name than the host of url",
    wayOut: "write the name that the certificate has, or give the server one for this name",
  },
  expired: {
    said: /certificate (has|expiration date has) (expired|passed)/i,
    kind: "refused",
    cause: "its TLS certificate has expired",
    wayOut: "renew it at the server",
  },
  untrusted: {
    said: /certificate verification failed|SSL certificate problem|signed by (itself|an authority)|server certificate|unable to get local issuer|self[- ]signed|does not send the certificate|certificate is not good/i,
    kind: "refused",
    cause: "its TLS certificate is signed by itself, or by an authority that is not known here",
    wayOut:
      "the operator trusts the authority by SSL_CERT_FILE or GIT_SSL_CAINFO, or the server gets a certificate of a public one",
  },
  no_tls: {
    said: /unexpected TLS packet|wrong version number|packet length too long|gnutls_handshake|SSL_connect|TLS connect error|SSL routines/i,
    kind: "refused",
    cause: "no TLS connection could be agreed on",
    wayOut: "look whether the port is one for https, and the server speaks TLS 1.2 or newer",
  },
  /** The same for a name without an address and for one that leads inwards: nobody learns so which names a network has. */
  unresolved: {
    said: /^unresolved$/,
    kind: "unreachable",
    cause:
      "its host name does not resolve (DNS), or the address leads into a private network, which the operator has not allowed (ORGCONFIG_OUTBOUND_ALLOW)",
    wayOut: `correct url, or ask the operator; ${again}`,
  },
  closed: {
    said: /^closed$/,
    kind: "refused",
    cause:
      "the address leads into a private network, which the operator has not allowed (ORGCONFIG_OUTBOUND_ALLOW)",
    wayOut: "ask the operator to allow it, or use a public address",
  },
  plain_http: {
    said: /^plain http$/,
    kind: "refused",
    cause:
      "the url is http, which is taken only for hosts that the operator allows (ORGCONFIG_OUTBOUND_ALLOW)",
    wayOut: "use https",
  },
  dns: {
    said: /Could not resolve host/i,
    kind: "unreachable",
    cause: "its host name does not resolve (DNS)",
    wayOut: `correct url; ${again}`,
  },
  not_connected: {
    said: /Connection refused|Failed to connect|Couldn't connect|No route to host|Network is unreachable/i,
    kind: "unreachable",
    cause: "it did not answer: no connection could be made",
    wayOut: `look whether host and port are right and the network lets this node there; ${again}`,
  },
  silent: {
    said: /Operation too slow|timed out|timeout/i,
    kind: "unreachable",
    cause: `it did not answer: for ${bounds.silentSeconds} seconds there was no connection, or less than ${figure(bounds.silentBytes)} bytes a second`,
    wayOut: again,
  },
  sha256: {
    said: /mismatched algorithms|unknown object format/i,
    kind: "refused",
    cause: "the repository names its objects by SHA-256, which is not read",
    wayOut: "use a repository of the usual sort (SHA-1)",
  },
  no_commit: {
    said: /not our ref|unadvertised object|no such (remote )?ref|missing necessary objects/i,
    kind: "refused",
    cause: "the commit before is not in the repository any more, or is not given",
    wayOut: "look at what is proposed: every difference is",
  },
  no_branch_now: {
    said: /couldn't find remote ref/i,
    kind: "unreachable",
    cause: "the branch went away while it was read",
    wayOut: again,
  },
  shallow: {
    said: /dumb http transport|support shallow|shallow (file|info)/i,
    kind: "refused",
    cause: "its server does not send a branch without its past",
    wayOut: "serve it by git http-backend, ssh or a forge",
  },
  damaged: {
    said: /bad (object|tree|pack|revision)|corrupt|missing (blob|tree|object)|unable to read|index-pack (failed|abnormal exit)|all necessary objects|malformed|inflate/i,
    kind: "refused",
    cause: "what it sent is damaged",
    wayOut: "run git fsck in the repository",
  },
  no_git_there: {
    said: /protocol error|bad line length|not valid: |is this a git repository|invalid server response/i,
    kind: "refused",
    cause: "what answered there is no Git server, but a web page, say",
    wayOut: "look whether url is the address that git clone takes",
  },
  cut_off: {
    said: /Connection (reset|closed)|Empty reply|hung up|early EOF|transfer closed|RPC failed|unexpected disconnect|Broken pipe|kex_exchange/i,
    kind: "unreachable",
    cause: "the connection was cut off",
    wayOut: again,
  },
} as const satisfies Readonly<Record<string, Known>>;

export type GitState = keyof typeof failures;

export function failureNamed(state: GitState, said = ""): GitFailure {
  const { kind, cause, wayOut } = failures[state];
  const key = state === "host_key" ? /SHA256:[\w+/]{43}/.exec(said)?.[0] : undefined;
  const shown = key === undefined ? "" : `; it shows ${key}`;
  return new GitFailure(kind, `${cause}; ${wayOut}${shown}`, state);
}

/** @param what the program was to do, such as "the branch could not be read" */
export function failureOf(
  { said, code }: { readonly said: string; readonly code: number },
  what: string,
): GitFailure {
  for (const [state, known] of Object.entries(failures))
    if (known.said.test(said)) return failureNamed(state as GitState, said);
  const line = said
    .split("\n")
    .map((one) => one.trim().replaceAll(/\S+:\/\/\S+/g, "the address"))
    .find((one) => /^(fatal|error|remote):/i.test(one));
  const why = line === undefined ? `git ended with status ${code} and did not say why` : sanitised(line);
  return new GitFailure("unreachable", `${what}: ${why}; call sync to look again`, "other");
}
