/** The types of PromQL's expressions, by the rules of Prometheus' own parser. */
import type { SyntaxNode } from "@lezer/common";
import { checkPattern, MatcherRefusal, sourceOf } from "../../kernel/pattern.ts";
import { isBefore } from "../version.ts";
import { isDuration } from "./duration.ts";
import { aggregations, functions, type Signature, type ValueType } from "./promql-functions.ts";
import { longestSeconds, needsCharacter, numberValue, stringValue } from "./promql-literals.ts";

/** What is wrong, and where it begins. */
export class Fault extends Error {
  readonly at: number;
  readonly minVersion: string | undefined;

  constructor(at: number, message: string, minVersion?: string) {
    super(message);
    this.at = at;
    this.minVersion = minVersion;
  }
}

/** A type as it stands in a sentence. */
export function article(type: ValueType): string {
  return type === "instant vector" ? `an ${type}` : `a ${type}`;
}

const comparisons = new Set(["Eql", "Neq", "Gtr", "Gte", "Lss", "Lte"]);
const sets = new Set(["And", "Or", "Unless"]);
const arithmetic = new Set(["Pow", "Mul", "Div", "Mod", "Atan2", "Add", "Sub"]);

/** Finds the types of expressions. It is given trees without errors only. */
export class Checker {
  private readonly query: string;
  private readonly version: string | undefined;

  constructor(query: string, version: string | undefined) {
    this.query = query;
    this.version = version;
  }

  typeOf(node: SyntaxNode): ValueType {
    switch (node.name) {
      case "NumberDurationLiteral":
        this.checkNumber(node);
        return "scalar";
      case "StringLiteral":
        this.stringOf(node);
        return "string";
      case "VectorSelector":
        this.checkSelector(node);
        return "instant vector";
      case "ParenExpr":
        return this.typeOf(this.only(node));
      case "UnaryExpr":
        return this.unaryType(node);
      case "BinaryExpr":
        return this.binaryType(node);
      case "AggregateExpr":
        return this.aggregateType(node);
      case "FunctionCall":
        return this.callType(node);
      case "MatrixSelector":
        return this.rangeType(node);
      case "SubqueryExpr":
        return this.subqueryType(node);
      case "OffsetExpr":
      case "StepInvariantExpr":
        return this.modifiedType(node);
      default:
        throw new Fault(node.from, `${JSON.stringify(this.text(node))} needs a feature flag of Prometheus`);
    }
  }

  /** A node's child that is an expression. */
  only(node: SyntaxNode): SyntaxNode {
    const [first] = this.expressions(node);
    if (first === undefined) throw new Fault(node.to, "the query ends where more is expected");
    return first;
  }

  private expressions(node: SyntaxNode): SyntaxNode[] {
    return childrenOf(node).filter(({ type }) => type.is("Expr"));
  }

  private text({ from, to }: SyntaxNode): string {
    return this.query.slice(from, to);
  }

  private needs(version: string, node: SyntaxNode): void {
    if (this.version === undefined || !isBefore(this.version, version)) return;
    const what = JSON.stringify(this.text(node));
    throw new Fault(
      node.from,
      `${what} needs Prometheus ${version}, and the rules are for ${this.version}; write it in another way, or say in metadata.version of the connector what runs`,
      version,
    );
  }

  private unaryType(node: SyntaxNode): ValueType {
    const operand = this.only(node);
    const type = this.typeOf(operand);
    if (type !== "scalar" && type !== "instant vector")
      throw new Fault(
        operand.from,
        `a sign is for a scalar or an instant vector, and not for ${article(type)}`,
      );
    return type;
  }

  private binaryType(node: SyntaxNode): ValueType {
    const [left, right] = this.expressions(node);
    if (left === undefined || right === undefined) throw new Fault(node.from, "an operand is missing");
    const operator = childrenOf(node).find(({ from }) => from >= left.to) ?? node;
    const types = [left, right].map((operand) => {
      const type = this.typeOf(operand);
      if (type === "scalar" || type === "instant vector") return type;
      throw new Fault(operand.from, `${this.text(operator)} takes no ${type}`);
    });
    const fill = childrenOf(node).find(({ name }) => name === "FillModifier");
    if (
      fill !== undefined ||
      !(comparisons.has(operator.name) || sets.has(operator.name) || arithmetic.has(operator.name))
    )
      throw new Fault(
        operator.from,
        `${JSON.stringify(this.text(fill ?? operator))} needs a feature flag of Prometheus`,
      );
    this.checkModifiers(node, operator, types.includes("scalar"));
    const scalars = types.every((type) => type === "scalar");
    const bool = node.getChild("BoolModifier");
    if (scalars && comparisons.has(operator.name) && bool === null)
      throw new Fault(operator.from, `two scalars are compared with ${this.text(operator)} bool`);
    if (bool !== null && !comparisons.has(operator.name))
      throw new Fault(bool.from, "bool is for comparisons only");
    return scalars ? "scalar" : "instant vector";
  }

  private checkModifiers(node: SyntaxNode, operator: SyntaxNode, scalar: boolean): void {
    if (scalar && sets.has(operator.name))
      throw new Fault(operator.from, `${this.text(operator)} is for instant vectors only`);
    const clause = node.getChild("MatchingModifierClause");
    if (clause === null) return;
    if (scalar) throw new Fault(clause.from, "labels are matched between two instant vectors only");
    const grouped = clause.getChild("GroupLeft") ?? clause.getChild("GroupRight");
    if (grouped !== null && sets.has(operator.name))
      throw new Fault(grouped.from, `${this.text(operator)} takes no ${this.text(grouped)}`);
    const [matched = [], included = []] = clause
      .getChildren("GroupingLabels")
      .map((list) => this.labels(list));
    const both =
      clause.getChild("On") === null ? undefined : included.find((label) => matched.includes(label));
    if (both !== undefined) throw new Fault(clause.from, `${both} is matched on already`);
  }

  private labels(list: SyntaxNode): string[] {
    return childrenOf(list).map((label) => {
      if (label.name === "QuotedLabelName") this.needs("3.0", label);
      const name = this.text(label);
      // Prometheus reads these as numbers.
      if (/^(inf|nan)$/i.test(name)) throw new Fault(label.from, `${name} cannot be a label here`);
      return name;
    });
  }

  private aggregateType(node: SyntaxNode): ValueType {
    const operator = node.getChild("AggregateOp");
    const body = node.getChild("FunctionCallBody");
    if (operator === null || body === null)
      throw new Fault(node.from, "an aggregation lacks what it is over");
    const takes = aggregations.get(this.text(operator).toLowerCase());
    if (takes === undefined)
      throw new Fault(operator.from, `${this.text(operator)} needs a feature flag of Prometheus`);
    const list = node.getChild("AggregateModifier")?.getChild("GroupingLabels");
    if (list) this.labels(list);
    this.checkArguments(operator, body, { takes, optional: 0, repeats: false, gives: "instant vector" });
    return "instant vector";
  }

  private callType(node: SyntaxNode): ValueType {
    const [name, body] = childrenOf(node);
    if (name === undefined || body === undefined)
      throw new Fault(node.from, "a function lacks its arguments");
    const signature = functions.get(this.text(name));
    if (signature === undefined)
      throw new Fault(name.from, `${this.text(name)} needs a feature flag of Prometheus`);
    if (signature.since !== undefined) this.needs(signature.since, name);
    this.checkArguments(name, body, signature);
    return signature.gives;
  }

  private checkArguments(
    called: SyntaxNode,
    body: SyntaxNode,
    { takes, optional, repeats }: Signature,
  ): void {
    const given = this.expressions(body);
    const least = takes.length - (repeats ? 1 : optional);
    if (given.length < least || (given.length > takes.length && !repeats)) {
      const wanted = repeats
        ? `at least ${least}`
        : least === takes.length
          ? least
          : `${least} to ${takes.length}`;
      throw new Fault(
        called.from,
        `${this.text(called)} takes ${wanted} ${wanted === 1 ? "argument" : "arguments"}, and not ${given.length}`,
      );
    }
    for (const [index, argument] of given.entries()) {
      const wanted = takes[Math.min(index, takes.length - 1)];
      const type = this.typeOf(argument);
      if (wanted === undefined || type === wanted) continue;
      const lacksRange = wanted === "range vector" && argument.name === "VectorSelector";
      throw new Fault(
        argument.from,
        `argument ${index + 1} of ${this.text(called)} has to be ${article(wanted)}, and this is ${article(type)}${lacksRange ? "; write a range after it, such as [5m]" : ""}`,
      );
    }
  }

  private rangeType(node: SyntaxNode): ValueType {
    const selector = this.only(node);
    if (selector.name !== "VectorSelector")
      throw new Fault(
        selector.from,
        "a range such as [5m] is for the name of a metric with its labels; others take a subquery, such as (…)[5m:1m]",
      );
    this.typeOf(selector);
    this.checkDurations(node);
    return "range vector";
  }

  private subqueryType(node: SyntaxNode): ValueType {
    const operand = this.only(node);
    let inner = operand;
    while (inner.name === "OffsetExpr" || inner.name === "StepInvariantExpr") inner = this.only(inner);
    // The grammar takes the whole of `a + b[5m:1m]` for the subquery's expression, and Prometheus b alone.
    if (inner.name === "BinaryExpr" || inner.name === "UnaryExpr")
      throw new Fault(inner.from, "put round brackets around what the subquery is over");
    const type = this.typeOf(operand);
    if (type !== "instant vector")
      throw new Fault(operand.from, `a subquery is over an instant vector, and this is ${article(type)}`);
    this.checkDurations(node);
    return "range vector";
  }

  /** An expression with `offset` or `@`, each of which comes once at most. */
  private modifiedType(node: SyntaxNode): ValueType {
    const seen = new Set([node.name]);
    // The grammar takes the whole of `a + b offset 5m` for what is moved, and Prometheus b alone.
    let target = rightmost(this.only(node));
    while ((target.name === "OffsetExpr" || target.name === "StepInvariantExpr") && !seen.has(target.name)) {
      seen.add(target.name);
      target = rightmost(this.only(target));
    }
    if (!["VectorSelector", "MatrixSelector", "SubqueryExpr"].includes(target.name))
      throw new Fault(
        node.from,
        "offset and @ follow the name of a metric, a range or a subquery, and each comes once at most",
      );
    if (node.name === "OffsetExpr") this.checkDurations(node);
    const at = node.name === "StepInvariantExpr" ? node.getChild("NumberDurationLiteral", "At") : null;
    if (at !== null && !(Math.abs(this.numberOf(at)) < 1e12))
      throw new Fault(at.from, "is no time in seconds since 1970");
    return this.typeOf(this.only(node));
  }

  private checkDurations(node: SyntaxNode): void {
    for (const child of childrenOf(node).filter(({ name }) => name.endsWith("DurationExpr")))
      this.checkDuration(child);
  }

  private checkDuration(node: SyntaxNode): void {
    const parts = childrenOf(node);
    const [first] = parts;
    const signed = first?.name === "UnaryOp" && node.name === "OffsetDurationExpr";
    const value = signed ? parts[1] : first;
    if (value?.name === "OffsetDurationExpr") {
      this.checkDuration(value);
      return;
    }
    if (value?.name !== "NumberDurationLiteralInDurationContext" || parts.length > (signed ? 2 : 1))
      throw new Fault(node.from, "durations that are computed need a feature flag of Prometheus");
    const written = this.text(value);
    if (!isDuration(written)) this.needs("2.54", value);
    const seconds = this.numberOf(value);
    if (!(seconds > 0 && seconds < longestSeconds))
      throw new Fault(value.from, "a duration has to be more than 0 and less than 292 years");
  }

  private checkNumber(node: SyntaxNode): void {
    const written = this.text(node);
    if (isDuration(written.replace(/^[+-]\s*/, "")) || written.includes("_")) this.needs("2.54", node);
    this.numberOf(node);
  }

  private numberOf(node: SyntaxNode): number {
    const value = numberValue(this.text(node));
    if (value === undefined) throw new Fault(node.from, `${this.text(node)} is no number that can be held`);
    return value;
  }

  private checkSelector(node: SyntaxNode): void {
    const name = node.getChild("Identifier");
    let narrow = name !== null;
    for (const matcher of childrenOf(node.getChild("LabelMatchers") ?? node)) {
      if (matcher.name === "Identifier") continue;
      if (matcher.name !== "UnquotedLabelMatcher") this.needs("3.0", matcher);
      narrow = this.refusesEmpty(matcher, name !== null) || narrow;
    }
    if (!narrow)
      throw new Fault(
        node.from,
        "a selector needs a metric's name, or a matcher that an empty value does not fulfil",
      );
  }

  /** Whether a matcher refuses series without the label. */
  private refusesEmpty(matcher: SyntaxNode, named: boolean): boolean {
    const operator = matcher.getChild("MatchOp");
    const value = matcher.getChild("StringLiteral");
    // A quoted metric name.
    if (operator === null) return true;
    if (value === null) throw new Fault(matcher.from, "the matcher lacks its value");
    if (named && this.text(matcher).startsWith("__name__"))
      throw new Fault(matcher.from, "the metric's name is given twice");
    const wanted = this.stringOf(value);
    const sign = this.text(operator);
    if (sign === "=") return wanted !== "";
    if (sign === "!=") return wanted === "";
    try {
      checkPattern(sourceOf(wanted));
    } catch (error) {
      if (!(error instanceof MatcherRefusal)) throw error;
      throw new Fault(value.from, `in the regular expression, column ${error.column}: ${error.message}`);
    }
    return sign === "=~" ? needsCharacter(wanted) : wanted === "" || wanted === ".*";
  }

  private stringOf(node: SyntaxNode): string {
    const value = stringValue(this.text(node));
    if (value === undefined)
      throw new Fault(node.from, "the text has an escape that is not one, a line end, or no closing quote");
    return value;
  }
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== "LineComment") children.push(child);
  return children;
}

function rightmost(node: SyntaxNode): SyntaxNode {
  let target = node;
  while ((target.name === "BinaryExpr" || target.name === "UnaryExpr") && target.lastChild !== null)
    target = target.lastChild;
  return target;
}
