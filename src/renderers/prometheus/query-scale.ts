/** How many times of something a query gives, as far as numbers in it say so: `2 * sum(x)` gives twice `sum(x)`. */
import type { SyntaxNode } from "@lezer/common";
import { numberValue } from "./promql-literals.ts";
import { type Expression, operandsOf } from "./promql-tree.ts";

export interface Scale {
  readonly times: number;
  /** What it is of, without the labels that are compared; undefined where it is a number, whatever is measured. */
  readonly of: string | undefined;
}

export function scaleOf(query: Expression, node: SyntaxNode = query.root): Scale {
  const whole = { times: 1, of: query.canonical(false, node) };
  const [first, second] = operandsOf(node);
  if (node.name.startsWith("NumberDurationLiteral"))
    return { times: signed(query.text(node)), of: undefined };
  if (first === undefined) return whole;
  const inner = scaleOf(query, first);
  switch (node.name) {
    case "ParenExpr":
      return inner;
    case "UnaryExpr":
      return query.text(node).startsWith("-") ? { ...inner, times: -inner.times } : inner;
    case "AggregateExpr":
      if (node.getChild("AggregateModifier") !== null) return whole;
      return query.text(node).toLowerCase().startsWith("sum") && inner.of !== undefined
        ? { times: inner.times, of: `sum(${inner.of})` }
        : whole;
    case "FunctionCall":
      return ofCall(query, node, first, inner) ?? whole;
    case "BinaryExpr":
      return (second && product(node, inner, scaleOf(query, second))) ?? whole;
    default:
      return whole;
  }
}

/** An increase is the rate times the seconds of its range. */
function ofCall(query: Expression, node: SyntaxNode, argument: SyntaxNode, inner: Scale): Scale | undefined {
  const called = query.text(node).split("(", 1)[0]?.trim().toLowerCase();
  if (called === "vector" && inner.of === undefined) return inner;
  const of = `rate(${query.canonical(false, argument)})`;
  if (called === "rate") return { times: 1, of };
  const range = /\[\s*([0-9a-z]+)\s*\]/.exec(query.text(argument))?.[1];
  const seconds = called === "increase" && range !== undefined ? numberValue(range) : undefined;
  return seconds === undefined ? undefined : { times: seconds, of };
}

function product(node: SyntaxNode, one: Scale, other: Scale): Scale | undefined {
  const has = (operator: string) => node.getChild(operator) !== null;
  if (has("Mul") && (one.of === undefined || other.of === undefined))
    return { times: one.times * other.times, of: one.of ?? other.of };
  if (has("Div") && other.of === undefined) return { times: one.times / other.times, of: one.of };
  return undefined;
}

function signed(written: string): number {
  const value = numberValue(written) ?? Number.NaN;
  return written.startsWith("-") ? -value : value;
}
