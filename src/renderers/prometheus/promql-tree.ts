/** What a PromQL expression is made of, for what is to be said of one that Prometheus takes. */
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import { numberValue, stringValue } from "./promql-literals.ts";
import { childrenOf } from "./promql-types.ts";

/** One label that a selector compares. */
export interface Matcher {
  readonly label: string;
  readonly op: string;
  readonly value: string;
}

/** The name of a metric, with its labels. */
export interface Selector {
  readonly node: SyntaxNode;
  readonly text: string;
  /** Undefined where it is found by labels alone. */
  readonly name: string | undefined;
  readonly matchers: readonly Matcher[];
  /** Whether `offset` follows: it is of another time. */
  readonly moved: boolean;
}

export interface Expression {
  readonly root: SyntaxNode;
  readonly selectors: readonly Selector[];
  text(node: SyntaxNode): string;
  /**
   * The expression without what makes no difference, such as spaces, brackets and the order of labels.
   * @param matchers whether the labels that selectors compare are in it
   * @param part of the expression; left out, all of it
   */
  canonical(matchers: boolean, part?: SyntaxNode): string;
}

/** @param query an expression in which nothing is wrong */
export function expressionOf(query: string): Expression {
  const root = bare(parser.parse(query).topNode);
  const text = ({ from, to }: SyntaxNode) => query.slice(from, to).trim();
  const selectors: Selector[] = [];
  root.cursor().iterate(({ node }) => {
    if (node.name === "VectorSelector")
      selectors.push({ ...selectorOf(node, text), moved: /^\s*offset\b/i.test(query.slice(node.to)) });
  });
  return { root, selectors, text, canonical: (matchers, part = root) => canonicalOf(part, text, matchers) };
}

/** The children that are expressions. */
export function operandsOf(node: SyntaxNode): SyntaxNode[] {
  const given = node.getChild("FunctionCallBody") ?? node;
  return childrenOf(given).filter(({ type }) => type.is("Expr"));
}

/** The expression itself, without the brackets around it. */
function bare(node: SyntaxNode): SyntaxNode {
  const [inner] = node.name === "PromQL" || node.name === "ParenExpr" ? operandsOf(node) : [];
  return inner === undefined ? node : bare(inner);
}

type TextOf = (node: SyntaxNode) => string;

function selectorOf(node: SyntaxNode, text: TextOf): Omit<Selector, "moved"> {
  const matchers = matchersOf(node.getChild("LabelMatchers"), text);
  const written = node.getChild("Identifier");
  const named = matchers.find(({ label, op }) => label === nameLabel && op === "=")?.value;
  return {
    node,
    text: text(node),
    name: written === null ? named : text(written),
    matchers: matchers.filter(({ label }) => label !== nameLabel),
  };
}

const nameLabel = "__name__";

function matchersOf(list: SyntaxNode | null, text: TextOf): Matcher[] {
  if (list === null) return [];
  return childrenOf(list).map((node) => {
    const value = (of: SyntaxNode | null) => (of === null ? "" : (stringValue(text(of)) ?? text(of)));
    // A quoted name of a metric, which stands alone.
    if (node.name === "QuotedLabelName")
      return { label: nameLabel, op: "=", value: value(node.getChild("StringLiteral")) };
    const quoted = node.getChild("QuotedLabelName");
    const plain = node.getChild("LabelName");
    const op = node.getChild("MatchOp");
    return {
      label: quoted === null ? (plain === null ? "" : text(plain)) : value(quoted.getChild("StringLiteral")),
      op: op === null ? "" : text(op),
      value: value(node.getChild("StringLiteral")),
    };
  });
}

/** Their members say the same in any order. */
const unordered = new Set(["LabelMatchers", "GroupingLabels", "AggregateExpr"]);

function canonicalOf(outer: SyntaxNode, text: TextOf, matchers: boolean): string {
  const node = bare(outer);
  if (node.name === "LabelMatchers" && !matchers) return "";
  if (node.name === "StringLiteral") return JSON.stringify(stringValue(text(node)));
  if (node.name.startsWith("NumberDurationLiteral")) return String(numberValue(text(node)));
  const children = childrenOf(node);
  if (children.length === 0)
    return node.name === "Identifier" || node.name === "LabelName" ? text(node) : node.name;
  const parts = children.map((child) => canonicalOf(child, text, matchers)).filter((part) => part !== "");
  return `${node.name}(${(unordered.has(node.name) ? parts.sort() : parts).join()})`;
}
