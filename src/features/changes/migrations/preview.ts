/** A migration as a call answers it: what would be written, what is said of it, and whether it means the same. */
import type { SourceFile } from "../../../kernel/document.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { afterOf } from "./after.ts";
import { alertsIn } from "./alerts.ts";
import type { Note } from "./attributes.ts";
import { bundleOf } from "./bundle.ts";
import type { Migration, Options } from "./mapping.ts";
import { shiftLines } from "./on-call/proof.ts";
import { type Proof, prove, type Unreached } from "./prove.ts";
import { secretLine } from "./report.ts";
import type { RouteLine } from "./sides.ts";
import { WrongFiles } from "./source.ts";
import { migrationSources } from "./sources.ts";

export interface PreviewRequest {
  /** A source's name. */
  readonly source: string;
  readonly files: readonly SourceFile[];
  readonly options: Options;
  readonly prove: boolean;
  /** Real alerts, which are asked about too. */
  readonly alerts?: SourceFile;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface PreviewNote {
  /** What it is about, as the report names it. */
  readonly path: string;
  readonly message: string;
  readonly level: Note["level"];
}

export interface Preview {
  readonly bundle: JsonObject;
  readonly notes: readonly PreviewNote[];
  /** Null where nobody asked for it, and where alerts cannot be asked about. */
  readonly proof: Proof | null;
  readonly unreached: readonly Unreached[];
  /** The routes of both sides; null where alerts cannot be asked about. */
  readonly routes: { readonly before: readonly RouteLine[]; readonly after: readonly RouteLine[] } | null;
}

/** @throws WrongFiles */
export function previewOf({
  source: name,
  files,
  options,
  prove: asked,
  alerts,
  now,
}: PreviewRequest): Preview {
  const source = migrationSources.find((one) => one.name === name);
  if (source === undefined) throw new WrongFiles([`${name} is no source`]);
  const migration = source.read(files, { ...options, now: new Date(now) });
  const proved = provedBy(migration, alerts, new Date(now));
  return {
    bundle: bundleOf(migration),
    notes: notesOf(migration),
    proof: asked ? (proved?.proof ?? null) : null,
    unreached: proved?.unreached ?? [],
    routes:
      migration.before === undefined
        ? null
        : { before: migration.before.lines, after: afterOf(migration.rows).lines },
  };
}

/** @throws WrongFiles where the file holds no alerts */
export function provedBy(migration: Migration, alerts: SourceFile | undefined, now: Date) {
  const real = alerts === undefined ? [] : alertsIn(alerts);
  if (migration.before === undefined) return undefined;
  return prove(migration.before, afterOf(migration.rows), real, now);
}

function notesOf({ entries, shifts }: Migration): PreviewNote[] {
  const onCall = shifts.flatMap((proof): PreviewNote[] => {
    const level = proof.state === "same" ? "info" : proof.state === "differs" ? "error" : "warning";
    return shiftLines([proof]).map((line) => ({
      path: proof.schedule,
      message: line.replace(/^ *- /, ""),
      level,
    }));
  });
  const notes = entries.flatMap(({ address, notes, instead, rows, result }): PreviewNote[] => [
    ...notes.map(({ field, message, level }) => ({
      path: field === "" ? address : `${address}: ${field}`,
      message,
      level,
    })),
    ...(instead === undefined
      ? []
      : [
          {
            path: address,
            message: instead,
            level: result === "not mapped" ? ("warning" as const) : ("info" as const),
          },
        ]),
    ...rows.flatMap((row) =>
      row.secrets.map((secret) => ({ path: address, message: secretLine(secret), level: "info" as const })),
    ),
  ]);
  return [...notes, ...onCall];
}
