/** What every feature stands on. */
import type { Database } from "../database/database.ts";
import type { KeyRing } from "../database/vault.ts";
import type { Engine } from "../engine/engine.ts";
import type { Hooks, Registry } from "../engine/feature.ts";
import type { Log } from "../engine/ports/log.ts";
import type { SignRecord, Store } from "../engine/ports/rows.ts";
import type { Bounds } from "../kernel/growth.ts";
import type { ChangeNotifications } from "../resources/change-notifications.ts";
import type { GitTransport, HttpTransport, MailTransport } from "../transports/port.ts";
import type { Reach } from "../transports/reach.ts";

export interface Ground {
  readonly database: Database;
  /** Rows, and the audit records of their changes. */
  readonly store: Store;
  readonly signRecord: SignRecord;
  readonly engine: Engine;
  readonly hooks: Hooks;
  readonly definitions: Registry;
  /** The one kind whose definition names the others. */
  readonly changeNotifications: ChangeNotifications;
  readonly vault: KeyRing;
  /** Called after every commit that writes an audit record. */
  readonly onCommit: () => void;
  readonly http: HttpTransport;
  /** Repositories elsewhere. */
  readonly git: GitTransport;
  /** Undefined without a mail server. */
  readonly mail: MailTransport | undefined;
  /** The same by connections of its own, for mails that many get at once. */
  readonly bulkMail: MailTransport | undefined;
  /** Sends to the devices of people. */
  readonly reach: Reach;
  /** Whether the operator named this host (ORGCONFIG_OUTBOUND_ALLOW), so that addresses which people give may lead there without encryption. */
  readonly mayBePlain: (host: string) => boolean;
  readonly log: Log;
  /** Most entries in one list. */
  readonly listCap: number;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
  /** What this process is among the nodes of a server database; undefined where it is the only one. */
  readonly nodeId?: string | undefined;
  readonly settings: FeatureSettings;
}

/** What the environment says to single features. */
export interface FeatureSettings {
  /** Undefined where the database is embedded, and serves this node alone. */
  readonly databaseUrl: string | undefined;
  /** Where people reach the service, where that is known for sure. */
  readonly publicUrl: string | undefined;
  /** Where this node keeps its own files. */
  readonly dataDirectory: string;
  /** Processes that serve together. */
  readonly workers: number;
  readonly secretKeys: readonly { readonly bytes: Buffer }[];
  readonly rateLimit: number | "off";
  /** After so many minutes a session that nobody used is over. */
  readonly sessionIdleMinutes: number;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly mailFrom: string;
  /** The phone gateway's secret, by which it signs what it posts; undefined without one. */
  readonly phone: { readonly token: string } | undefined;
  /** How many alerts may be open. */
  readonly openAlerts: { readonly ofConnector: number; readonly ofOrganization: number };
  /** How much is kept of what organizations make grow. */
  readonly bounds: Bounds;
  /** Whom the trust policies of AWS roles name. */
  readonly awsPrincipal: string | undefined;
  /** The folder below which engines on the same machine have their files. */
  readonly engineDirectory: string | undefined;
}
