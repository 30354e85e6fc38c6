/** Migrations as operations: what another tool's files would become, without storing anything. */
import { turnOf } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import {
  boolean,
  choice,
  type Fields,
  integer,
  list,
  map,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { given } from "../../../kernel/given.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { WrongFiles } from "./source.ts";
import { migrationSources } from "./sources.ts";
import { previewInThread } from "./thread.ts";

const anything = Number.MAX_SAFE_INTEGER;
const mostFiles = 50;
/** Of all files together; a source may read less. */
const maxContentBytes = 20_000_000;
/** In JSON a text grows by its quotes and line feeds. */
const maxRequestBytes = 8 * 1_048_576;

const file = {
  name: text({ description: "Its name; notes use it.", max: 1_000 }),
  content: text({ description: "What is in it, as text.", min: 0, max: maxContentBytes }),
} as const;

const input = {
  source: choice({
    description: "Where the files come from.",
    choices: migrationSources.map(({ name }) => name),
  }),
  files: list({
    description:
      "The files, read together. Secrets in them go into no answer, and nothing of them is stored.",
    min: 1,
    max: mostFiles,
    items: object({ description: "One file.", fields: file }),
  }),
  prove: boolean({
    description: "Whether both configurations are asked about the same alerts.",
    default: false,
  }),
  alerts: text({
    description:
      "Real alerts to ask about too: an answer of Alertmanager's /api/v2/alerts or Prometheus' /api/v1/rules.",
    max: maxContentBytes,
    optional: true,
  }),
  service: text({ description: "The service of SLOs that name none.", max: 255, optional: true }),
  data_source: text({
    description: "The data source, by name, of SLOs without one.",
    max: 255,
    optional: true,
  }),
  people: map({
    description: "Addresses by id or name there.",
    max: 1_000,
    optional: true,
  }),
} as const;

const labels = map({ description: "The alert's labels.", max: anything });
const names = (description: string) =>
  list({ description, max: anything, items: text({ description: "A target's name." }) });

const lines = (description: string) =>
  list({
    description,
    max: anything,
    items: object({
      description: "A route.",
      fields: {
        depth: integer({ description: "How deep in a tree it stands, from 0.", min: 0 }),
        takes: list({
          description: "Its own matchers; empty for all that come to it.",
          max: anything,
          items: text({ description: "A matcher.", max: anything }),
        }),
        sends: names("Who is notified; empty for nobody, by decision."),
        continues: boolean({ description: "Whether what follows is tried as well." }),
      },
    }),
  });

const output = {
  bundle: object({
    description: "The rows by kind, as plan_changes takes them. Secrets are left out.",
    fields: {},
    open: "rows",
  }),
  notes: list({
    description: "What is left out, differs, or has to be filled in.",
    max: anything,
    items: object({
      description: "One note.",
      fields: {
        path: text({ description: "What it is about, in the files' own words.", max: anything }),
        message: text({ description: "What is said of it.", max: anything }),
        level: choice({
          description:
            "info: nothing to decide. warning: something means less than before. error: somebody is notified of nothing any more.",
          choices: ["info", "warning", "error"],
        }),
      },
    }),
  }),
  proof: object({
    description:
      "Whether alerts are treated the same; null where it was not asked for, or the source has no routes.",
    nullable: true,
    fields: {
      sets: integer({ description: "Label sets that were asked about, each at all moments.", min: 0 }),
      equal: integer({ description: "Those that are treated the same at every moment.", min: 0 }),
      differs: list({
        description: "The others, the first hundred of them.",
        max: anything,
        items: object({
          description: "One label set.",
          fields: {
            labels,
            at: timestamp({ description: "The first moment at which it is treated otherwise." }),
            before: names("Who is notified before."),
            after: names("Who is notified after."),
            why: text({ description: "What makes the difference.", max: anything }),
          },
        }),
      }),
    },
  }),
  unreached: list({
    description: "Alerts that somebody was notified of and nobody is any more, the first hundred of them.",
    max: anything,
    items: object({
      description: "One alert.",
      fields: {
        labels,
        why: text({ description: "Who was notified, and why not any more.", max: anything }),
      },
    }),
  }),
  routes: object({
    description:
      "The routes of both sides, to be read next to each other; null where the source has no routes.",
    nullable: true,
    fields: {
      before: lines("As they are today, a child below its parent."),
      after: lines("As the bundle has them, in the order in which they are tried."),
    },
  }),
} satisfies Fields;

export const previewOperation: ConfigurationOperation = configurationOperation({
  tag: "migrations",
  name: "preview_migration",
  scans: "long",
  level: "read",
  effect: "read",
  title: "Preview migration",
  description:
    "Shows what another tool's files would become here: a bundle for plan_changes, notes on what differs, a proof. Nothing is stored. Show people both, then plan the bundle.",
  method: "POST",
  path: "/api/v1/migrations/preview",
  maxBytes: maxRequestBytes,
  input,
  output,
  async answer(call, { source, files, prove, alerts, service, data_source: dataSource, people }) {
    try {
      const preview = await previewInThread(
        {
          source,
          files: files.map(({ name, content }) => ({ name, text: content })),
          options: given({ service, dataSource, people }),
          prove,
          ...(alerts === undefined ? {} : { alerts: { name: "alerts", text: alerts } }),
          now: call.now.getTime(),
        },
        turnOf(call),
      );
      return preview as unknown as JsonObject;
    } catch (error) {
      if (!(error instanceof WrongFiles)) throw error;
      throw unprocessable(error.problems.slice(0, mostFiles).map((message) => ({ field: "files", message })));
    }
  },
});
