/** A source: another tool, whose files become rows. Each is one of the list in sources.ts. */
import type { SourceFile } from "../../../kernel/document.ts";
import { faultLine } from "../../../kernel/fault.ts";
import type { Migration, Options } from "./mapping.ts";

export interface MigrationSource {
  /** As callers name it: a word of the command line and of the call. */
  readonly name: string;
  /** For people, in a list: the tool. */
  readonly title: string;
  /** What its files are, in a part of a sentence that begins with "what". */
  readonly files: string;
  /** The form of its file where nobody asks for one, and what `--format` chooses; left out where the report is the answer. */
  readonly form?: "hcl" | "yaml";
  /** Whether alerts can be asked about what it reads: it gives `before`. */
  readonly proves?: true;
  /** Of one file, and more than any real one has. */
  readonly mostBytes: number;
  /** Which of the options it uses; the others say nothing to it. */
  readonly options: readonly Exclude<keyof Options, "now">[];
  /**
   * Reads the files together. Pure: it reads no other file, and calls nobody.
   * @throws WrongFiles where they are not what the source reads
   */
  read(files: readonly SourceFile[], options: Options): Migration;
}

/** What configurations have at most; their texts are read whole, and a reader's work grows with them. */
export const mostBytes = 5_000_000;

/** The files are not what the source reads, or are beyond a bound: nothing is made of them. */
export class WrongFiles extends Error {
  /** A line for each problem, with its place. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }

  static at(faults: Parameters<typeof faultLine>[0][]): WrongFiles {
    return new WrongFiles(faults.map(faultLine));
  }
}
