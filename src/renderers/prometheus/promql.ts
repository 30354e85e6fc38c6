/**
 * Whether Prometheus will take an expression: its syntax, its types, and which version of it. One expression that it
 * refuses makes it refuse the whole file, and with it everybody's rules.
 */
import type { Tree } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import { article, Checker, Fault } from "./promql-types.ts";

export interface QueryProblem {
  /** What is wrong and where, such as `line 1, column 5: …`. */
  readonly message: string;
  /** The first version of Prometheus that takes it. */
  readonly minVersion?: string;
}

/**
 * What is wrong with an expression that has to give an instant vector; undefined where nothing is.
 * @param version what evaluates it, such as 2.42; left out, any version
 */
export function queryProblem(query: string, version?: string): QueryProblem | undefined {
  const tree = parser.parse(query);
  try {
    refuseSyntax(tree, query);
    const checker = new Checker(query, version);
    const root = checker.only(tree.topNode);
    const type = checker.typeOf(root);
    if (type !== "instant vector")
      throw new Fault(
        root.from,
        `the query gives ${article(type)}, and an instant vector is needed${remedy[type] ?? ""}`,
      );
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = query.slice(0, error.at).split("\n");
    const column = Array.from(before.at(-1) ?? "").length + 1;
    const message = `line ${before.length}, column ${column}: ${error.message}`;
    return error.minVersion === undefined ? { message } : { message, minVersion: error.minVersion };
  }
}

const remedy: Readonly<Record<string, string>> = {
  scalar: "; write vector(…) around it",
  "range vector": "; write a function such as rate(…) around it",
};

function refuseSyntax(tree: Tree, query: string): void {
  let written = 0;
  let depth = 0;
  tree.iterate({
    leave() {
      depth--;
    },
    enter(node) {
      depth++;
      if (depth > deepest)
        throw new Fault(
          node.from,
          `more than ${deepest} expressions stand in each other; write less into one query`,
        );
      if (node.type.isError) throw new Fault(node.from, syntaxMessage(query, node.from));
      if (node.name !== "StringLiteral" && node.name !== "LineComment") return;
      refuseForeign(query, written, node.from);
      written = node.to;
    },
  });
  refuseForeign(query, written, query.length);
}

const longestName = 100;

function syntaxMessage(query: string, at: number): string {
  if (query.slice(at).trim() === "") return "the query ends where more is expected";
  const call = /([A-Za-z_:][\w:]*)\s*$/.exec(query.slice(Math.max(0, at - longestName), at));
  if (query.charAt(at) === "(" && call !== null) return `Prometheus has no function ${call[1]}`;
  return `${JSON.stringify(Array.from(query.slice(at))[0])} is not expected here`;
}

/** Outside of texts and comments Prometheus takes no other spaces than these, but the grammar does. */
function refuseForeign(query: string, from: number, to: number): void {
  const foreign = /[^\t\n\x20-\x7e]/u.exec(query.slice(from, to));
  if (foreign !== null)
    throw new Fault(from + foreign.index, `${JSON.stringify(foreign[0])} is not expected here`);
}

/** Types are found by recursion, which a query of brackets alone must not bring to its end. */
const deepest = 500;
