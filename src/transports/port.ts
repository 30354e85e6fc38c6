/** The world outside: a mail server, and the addresses that rows name. */

/** One mail, ready to go: every part of it is made, nothing is looked up any more. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets; the same at every try, so that a mail program sees a repetition as one. */
  readonly messageId: string;
  /** The id of the conversation that it belongs to, without angle brackets. */
  readonly thread?: string;
  /** Where its receiver can have no more of them. */
  readonly unsubscribeUrl?: string;
  /** Whether a POST to that address is enough (RFC 8058). */
  readonly oneClick?: true;
}

export interface MailTransport {
  /** Ends when the server has taken the mail. @throws SendFailure */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export interface SyslogTransport {
  /** Ends when the connection stands, over TLS with the other side's certificate checked. */
  connect(): Promise<SyslogConnection>;
}

export interface SyslogConnection {
  /** Ends when the messages are handed to the network. @throws where the connection broke */
  send(messages: readonly string[]): Promise<void>;
  /** Whether neither side has closed it yet. */
  isOpen(): boolean;
  /** Closes it after what was sent. @returns whether the other side closed it in good order, too */
  end(): Promise<boolean>;
}

/** Whose requests they are. Those of one neither wait for those of others nor for those that are made for something else. */
export interface Sender {
  /** Undefined for what goes to a person, who may be a member of several. */
  readonly organizationId: string | undefined;
  /**
   * alert: somebody may be paged; change: notifications of changes; engine: files and figures; test: what people try;
   * sign_in: identity providers; way: a person's own devices.
   */
  readonly use: "alert" | "change" | "engine" | "test" | "sign_in" | "way";
}

export interface HttpTransport {
  of(sender: Sender): HttpRequests;
  close(): Promise<void>;
}

export interface HttpRequests {
  /** Posts JSON to an address that a row gave, and answers the status with which it was taken (2xx). @throws SendFailure */
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<number>;
  /** Sends to an address that a row gave, and answers what came back, whatever its status. @throws SendFailure */
  request(outgoing: OutgoingRequest): Promise<Reply>;
}

export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** From the first packet to the last; 15,000 where it is left out. */
  readonly timeout_ms?: number | undefined;
  /** Most of an answer that is read, and what is longer fails; 32 MiB where it is left out. */
  readonly max_bytes?: number;
  /** What is longer is cut off there, and an answer that breaks off ends there: its status says enough. */
  readonly cut?: true;
  /** How the bytes of the answer become text; as UTF-8 where it is left out. */
  readonly encoding?: "base64";
  /** Whether an invalid certificate is accepted. */
  readonly anyCertificate?: boolean;
}

export interface Reply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** A Git repository that a row names, and what opens it. */
export interface GitRemote {
  /** The organization, of which one repository is read or written at once. */
  readonly of: string;
  readonly url: string;
  /** A password or token for https, a private key for ssh; undefined where it needs none. */
  readonly credential: string | undefined;
  /** Lines of known_hosts that its ssh server showed before; empty at the first contact. */
  readonly knownHosts: string;
}

/** What is read of a branch. */
export interface GitHead {
  /** The commit that it stands at, in hexadecimal; undefined where there is no such branch. */
  readonly commit: string | undefined;
  /** Where the second branch stands; undefined where there is none, or none was asked for. */
  readonly pushed: string | undefined;
  /** With what the ssh server showed now; empty for https. */
  readonly knownHosts: string;
}

export interface GitCommit {
  readonly commit: string;
  readonly author: string;
  readonly email: string;
  /** The first line of its message. */
  readonly subject: string;
}

/** What is wrong with a file of a folder, named from the root of the repository. */
export interface GitFault {
  readonly file: string;
  readonly message: string;
}

/** The files of a folder at a commit, as bundles are read from. */
export interface GitFolder extends GitCommit {
  readonly knownHosts: string;
  /** The name of all that is in the folder, the same as long as nothing of it changes; empty where it is not there. */
  readonly tree: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly faults: readonly GitFault[];
  /** What was not read, and why, in words. */
  readonly passedOver: readonly string[];
}

/** Where the service writes to a repository. */
export interface GitPlace {
  /** What it stands on. */
  readonly branch: string;
  /** What it writes: a commit of the service never goes to another branch. */
  readonly pushBranch: string;
  /** Where that stands, as `head` said; undefined where it is not there. Nothing is written where it has moved since. */
  readonly pushed: string | undefined;
  /** The folder from the root; empty for all of it. */
  readonly path: string;
  /** Names of the commits that the service has made for `pushBranch`: what it says of itself in one, anybody can write. */
  readonly own: readonly string[];
  /** Where `branch` stood when they were made, as far as they may be there: what is before that is nobody's on `pushBranch`. */
  readonly madeOn: readonly string[];
}

/** What is asked while it is written to a repository. */
export interface GitPushing {
  /** Which commits are to be made on what is there. */
  decide(base: GitBase): Promise<readonly GitNewCommit[]>;
  /** Done as the last thing before they are sent; what it throws is why they are not. @param commits the oldest first */
  before(commits: readonly string[]): Promise<void>;
}

/** What new commits are made on. */
export interface GitBase extends GitFolder {
  /** Where `branch` stands. The folder's own commit is that of `pushBranch`, where that has this one in its past. */
  readonly head: string;
  /** The folder at another commit; undefined where the repository does not give it any more. @throws GitFailure */
  at(commit: string): Promise<Omit<GitFolder, "knownHosts"> | undefined>;
  /** What other people have on `pushBranch`. @throws GitFailure */
  others(): Promise<GitOthers>;
}

/** Commits on the branch of the service that it did not make, and that `branch` does not have. */
export interface GitOthers {
  /** The newest first, without merges that change nothing of their own: those that it had not seen when it made its own last commit, or all where it is to be made anew. */
  readonly commits: readonly GitCommit[];
  /** What they stand on: the service's own last commit, else where `branch` stands. */
  readonly before: string;
}

/** A commit that the service makes. */
export interface GitNewCommit {
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly at: Date;
  /** Files that differ from those of the commit before, named from the root. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

export interface GitPushed {
  readonly base: GitBase;
  /** Where `pushBranch` stands now; undefined where there is none. */
  readonly tip: string | undefined;
  /** The first lines of what it has and `branch` has not, the oldest first; at most 50. */
  readonly subjects: readonly string[];
  readonly knownHosts: string;
}

/** Repositories elsewhere. Nothing that is in one is ever run or written to a file of its name. */
export interface GitTransport {
  /** Asks where a branch stands, and a second one. @throws GitFailure */
  head(remote: GitRemote, branch: string, second?: string): Promise<GitHead>;
  /**
   * Makes a repository without any branch begin: a commit without files on this one.
   * @param before done as the last thing before it is sent
   * @returns its name; undefined where there are branches, and nothing was done @throws GitFailure
   */
  begin(
    remote: GitRemote,
    branch: string,
    commit: Omit<GitNewCommit, "files">,
    before: () => Promise<void>,
  ): Promise<string | undefined>;
  /**
   * Reads the YAML and JSON of a folder, and of those below it.
   * @param mayBeMissing a folder that is not there has no files
   * @throws GitFailure
   */
  folder(remote: GitRemote, branch: string, path: string, mayBeMissing?: boolean): Promise<GitFolder>;
  /**
   * Reads what commits are to be made on, and puts those that are decided on `pushBranch`: all of them, or none where
   * that has moved meanwhile. A branch that does not stand on `branch` any more is made anew.
   * @throws GitFailure
   */
  push(remote: GitRemote, place: GitPlace, doing: GitPushing): Promise<GitPushed>;
  /** Removes what processes of this machine left that were killed. */
  tidy(): Promise<void>;
  /** Removes what this one needs while it is there. */
  close(): Promise<void>;
}

/**
 * Why a repository could not be read, in a sentence without secrets. `unreachable`: another try may pass; `refused`: it
 * is the row or the repository that has to change.
 */
export class GitFailure extends Error {
  readonly kind: "unreachable" | "refused";
  /** Which one of transports/git/failures.ts it is, where it is one of them. */
  readonly state: string;
  constructor(kind: GitFailure["kind"], message: string, state = "other") {
    super(message);
    this.name = "GitFailure";
    this.kind = kind;
    this.state = state;
  }
}

interface FailureDetails {
  readonly afterMs?: number | undefined;
  readonly maybeArrived?: boolean;
  readonly status?: number | undefined;
}

/**
 * Why something was not taken, in a sentence without secrets. `unreachable`: nobody answered, so nothing is
 * wrong with this one; `temporary`: another try may pass; `refused`: it was turned down for good; `gone`:
 * the target wants never to be tried again.
 */
export class SendFailure extends Error {
  readonly kind: "unreachable" | "temporary" | "refused" | "gone";
  /** How long the target wants no request. */
  readonly afterMs: number;
  /** Whether it may have been taken all the same: it went out, and its answer was lost. */
  readonly maybeArrived: boolean;
  /** The HTTP status of the answer; undefined where none came. */
  readonly status: number | undefined;
  constructor(
    kind: SendFailure["kind"],
    message: string,
    { afterMs = 0, maybeArrived = false, status }: FailureDetails = {},
  ) {
    super(message);
    this.name = "SendFailure";
    this.kind = kind;
    this.afterMs = afterMs;
    this.maybeArrived = maybeArrived;
    this.status = status;
  }
}
