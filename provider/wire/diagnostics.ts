/**
 * What a provider says to the person at the terminal: errors and warnings, each with the path of the
 * attribute it is about, so that Terraform can show the line.
 */
import type { Message } from "./messages.ts";

export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One short sentence without a full stop; Terraform prints it in bold. */
  readonly summary: string;
  readonly detail?: string;
  /** Where in the configuration; left out, the diagnostic is about the whole block. */
  readonly path?: Path;
}

/** From the resource down: `["steps", 0, "name"]`, `["labels", { key: "team" }]`. */
export type Path = readonly PathStep[];
/** An attribute by name, a list's element by index, a map's element by key. */
export type PathStep = string | number | { readonly key: string };

/** Thrown where an RPC cannot continue; the RPC answers with its diagnostics. */
export class DiagnosticsError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ summary, detail }) => (detail ? `${summary}: ${detail}` : summary)).join("; "));
    this.name = "DiagnosticsError";
    this.diagnostics = diagnostics;
  }
}

/** An error's diagnostics: its own, or those of a bug, which also goes to Terraform's log with its stack. */
export function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof DiagnosticsError) return error.diagnostics;
  if (error instanceof Error && error.name === "AbortError") {
    return [{ severity: "error", summary: "Interrupted", detail: "Terraform was asked to stop." }];
  }
  console.error(error);
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [
    {
      severity: "error",
      summary: "The provider failed unexpectedly",
      detail: `This is a bug in the provider. TF_LOG=debug shows where it happened.\n\n${cause}`,
    },
  ];
}

/** Whether any of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Diagnostics as the protocol writes them. */
export function encodeDiagnostics(diagnostics: readonly Diagnostic[] = []): Message<"Diagnostic">[] {
  return diagnostics.map(encodeDiagnostic);
}

// Terraform refuses a message that is not valid UTF-8, hence the texts without lone surrogates.
function encodeDiagnostic({ severity, summary, detail, path }: Diagnostic): Message<"Diagnostic"> {
  return {
    severity: severity === "error" ? 1 : 2,
    summary: summary.toWellFormed(),
    detail: detail?.toWellFormed(),
    attribute: path === undefined ? undefined : encodePath(locatable(path)),
  };
}

/** A path as the protocol writes it. */
export function encodePath(path: Path): Message<"AttributePath"> {
  return { steps: path.map(encodeStep) };
}

/**
 * Terraform finds the line of an argument and of one element in it, also of an object's attribute if that
 * comes as a key. Behind a longer path it takes the last name for an argument of the resource itself, and
 * shows that one's line.
 */
function locatable([argument, element]: Path): Path {
  if (argument === undefined) return [];
  if (element === undefined) return [argument];
  return [argument, typeof element === "string" ? { key: element } : element];
}

function encodeStep(step: PathStep): Message<"Step"> {
  if (typeof step === "string") return { attributeName: step };
  if (typeof step === "number") return { elementKeyInt: step };
  return { elementKeyString: step.key.toWellFormed() };
}
