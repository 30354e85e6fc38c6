/**
 * What a renderer is: the part of an engine, through which the configuration takes effect, that is here. It turns rows into the engine's own
 * files. Pure: no clock, no network, the same files for the same rows.
 */
import type { Reason } from "../kernel/reasons.ts";
import type { ConfigurationOf } from "../kernel/row-types.ts";
import type { alertInhibitions } from "../resources/alert-inhibitions.ts";
import type { alertMutes } from "../resources/alert-mutes.ts";
import type { alertRoutes } from "../resources/alert-routes.ts";
import type { certificateMonitors } from "../resources/certificate-monitors.ts";
import type { connectors } from "../resources/connectors.ts";
import type { dataSources } from "../resources/data-sources.ts";
import type { outboundConfigs } from "../resources/outbound-configs.ts";
import type { slis } from "../resources/slis.ts";
import type { sloCorrections } from "../resources/slo-corrections.ts";
import type { slos } from "../resources/slos.ts";
import type { syntheticChecks } from "../resources/synthetic-checks.ts";
import type { teamMembers } from "../resources/team-members.ts";
import type { teams } from "../resources/teams.ts";
import type { SeverityWords } from "./alerting/facts.ts";

export interface Renderer {
  /** The connector types that it renders for. */
  readonly connectorTypes: readonly string[];
  /** What is rendered for where nobody knows which version runs: the oldest that it is tested with. */
  readonly oldestVersion: string;
  /** Rows that cannot be expressed are left out whole, each with a refusal. */
  render(rows: RendererRows, target: Target): Rendering;
  /** For an engine whose targets another one reads. */
  readonly discovery?: Discovery;
}

/** What Prometheus gets by http_sd. */
export interface Discovery {
  /** One for each probe of the rendering. */
  targets(rows: RendererRows, target: Target): readonly ProbedTarget[];
}

/** What the engine does for one probe of a row. */
export interface ProbedTarget {
  /** The probe's name, the same in every rendering: the row's id, and which of its probes where it has several. */
  readonly probe: string;
  /** Whether the probe sends credentials. */
  readonly authorized: boolean;
  readonly group: TargetGroup;
}

/** As Prometheus' http_sd takes it. */
export interface TargetGroup {
  readonly targets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** A row as a renderer sees it, with its configuration complete: defaults are filled in. */
export interface RendererRow<D> {
  readonly id: string;
  readonly configuration: D;
}

/**
 * All rows of an organization that engines take. They are in the order of their natural keys, and kinds that have a
 * position in the order of that. No secret is among them.
 */
export interface RendererRows {
  readonly alertInhibitions: readonly RendererRow<ConfigurationOf<typeof alertInhibitions>>[];
  /** Those in a rhythm that are in force, by matchers. */
  readonly alertMutes: readonly RendererRow<ConfigurationOf<typeof alertMutes>>[];
  readonly alertRoutes: readonly RendererRow<ConfigurationOf<typeof alertRoutes>>[];
  readonly certificateMonitors: readonly RendererRow<ConfigurationOf<typeof certificateMonitors>>[];
  readonly connectors: readonly ConnectorRow[];
  readonly dataSources: readonly RendererRow<ConfigurationOf<typeof dataSources>>[];
  readonly outboundConfigs: readonly OutboundConfigRow[];
  readonly slis: readonly RendererRow<ConfigurationOf<typeof slis>>[];
  readonly sloCorrections: readonly RendererRow<ConfigurationOf<typeof sloCorrections>>[];
  readonly slos: readonly RendererRow<ConfigurationOf<typeof slos>>[];
  readonly syntheticChecks: readonly CheckRow[];
  /** After how many minutes without figures somebody is notified; null for never. */
  readonly missingAfterMinutes: number | null;
  /** What alerts say of their severity. */
  readonly severityWords: SeverityWords;
  readonly teamMembers: readonly RendererRow<ConfigurationOf<typeof teamMembers>>[];
  readonly teams: readonly RendererRow<ConfigurationOf<typeof teams>>[];
}

export interface ConnectorRow extends RendererRow<ConfigurationOf<typeof connectors>> {
  /** Why config.smtp_password is not sent to the mail server, to be read after its name; left out where it is. */
  readonly mailWithheld?: string | undefined;
}

export interface OutboundConfigRow extends RendererRow<ConfigurationOf<typeof outboundConfigs>> {
  /** Why its secret cannot be used, to be read after its name, such as "is missing"; left out where it can. */
  readonly secretProblem?: string | undefined;
}

export interface CheckRow extends RendererRow<ConfigurationOf<typeof syntheticChecks>> {
  /**
   * The scheme of the check's Authorization header, such as Bearer; undefined where it has no such header, and null
   * where the header is not a scheme with credentials. The credentials themselves never reach a renderer.
   */
  readonly authScheme?: string | null;
  /** Why the header is not sent to its target, to be read after its name; left out where it is. */
  readonly authWithheld?: string | undefined;
}

/** What is rendered for. */
export interface Target {
  /** The connector's id, among the rows. */
  readonly connectorId: string;
  /** The engine's version, such as 2.42 or 0.23.1. */
  readonly version: string;
  /** The versions of all engines that their agents saw, by the connectors' ids. */
  readonly seenVersions: ReadonlyMap<string, string>;
  /** Where the service is reached from outside, without a slash at the end. */
  readonly publicUrl: string;
}

export interface Rendering {
  /** In the order of their names. */
  readonly files: readonly RenderedFile[];
  /** In the order of kinds and rows. */
  readonly refusals: readonly Refusal[];
  /** The rows that the files' rules are about: what the engine has found out of each can be read back. */
  readonly evaluated: readonly Evaluated[];
  /** Kinds of which the files hold every row that is enabled and not refused. */
  readonly wholeKinds?: readonly string[];
}

/** Rows of one kind. */
export interface Evaluated {
  readonly resource: string;
  readonly ids: readonly string[];
  /** How often their rules are evaluated, at the most. */
  readonly every_seconds: number;
}

export interface RenderedFile {
  /** The file's name, without a folder. */
  readonly name: string;
  readonly content: string;
}

/** Why a row cannot be expressed in the engine. The row stays valid, and what is rendered lacks it whole. */
export interface Refusal {
  /** The row's kind. */
  readonly resource: string;
  readonly id: string;
  /** The field that the engine cannot take. */
  readonly field: string;
  /** Why the engine cannot take it, and what to do. */
  readonly message: string;
  /** The first version of the engine that could express it. */
  readonly min_version?: string;
}

/** What is said of a row that can be expressed, and does not do what it seems to. */
export interface Warning {
  /** The row's kind. */
  readonly resource: string;
  readonly id: string;
  /** The field that can be corrected. */
  readonly field: string;
  /** Which of the rules found it. */
  readonly reason: Reason;
  /** What it does, and what to write: after the row's name, in small letters and without a full stop. */
  readonly message: string;
}
