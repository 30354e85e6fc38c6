/**
 * compares every answer that a test receives with the published description: its path, method and status
 * are described, its headers are there, and its body is what the schema says. Nothing may be answered that
 * is not described, and what is described strictly must be answered so.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { errorCodes } from "../../src/kernel/problem.ts";

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly text: string;
}

type Check = (method: string, url: string, answer: Received) => void;

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
interface Operation {
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>;
}
interface Described {
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const scheme = "schema:";
const served = ["/api/v1/", "/oauth/", "/.well-known/oauth-"];

/** Test files start many services over one description; it is compiled once. */
const checks = new Map<string, Check>();

/** Throws where an answer below /api/v1, or to a program that connects by OAuth, is not what `description` says. */
export function checkAnswer(description: string, method: string, url: string, answer: Received): void {
  if (!served.some((prefix) => url.startsWith(prefix))) return;
  let check = checks.get(description);
  if (check === undefined) {
    check = compileCheck(description);
    checks.set(description, check);
  }
  check(method.toUpperCase(), url, answer);
}

interface ReadDescription {
  readonly document: Document;
  readonly ajv: Ajv2020;
}

/** Schemas that several tests ask for are compiled once, too. */
const descriptions = new Map<string, ReadDescription>();

/** Answers write every moment in UTC; what is sent has a pattern next to the format, which takes other offsets. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The description with its schemas known to an Ajv that reads every keyword strictly, formats included. */
export function readDescription(description: string): ReadDescription {
  const known = descriptions.get(description) ?? readAnew(description);
  descriptions.set(description, known);
  return known;
}

function readAnew(description: string): ReadDescription {
  // Strictly read, a description is no schema to point into: its schemas get addresses of their own.
  const document = closed(
    JSON.parse(description.replaceAll('"#/components/schemas/', `"${scheme}`)),
  ) as Document;
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  // Its types are of CommonJS, where the default export is the module.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat("date-time", moment);
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(schema, scheme + name);
  return { document, ajv };
}

/**
 * The document with every object closed that names its members: clients are to pass over members that they do not know,
 * and the service is to answer none that is not described. What names some members of an object only is left open.
 */
function closed(node: unknown, partial = false): unknown {
  if (Array.isArray(node)) return node.map((item) => closed(item, partial));
  if (typeof node !== "object" || node === null) return node;
  const members = Object.entries(node).map(([name, value]) => [
    name,
    closed(value, name === "allOf" || name === "Error"),
  ]);
  const names = "type" in node && "properties" in node && !("additionalProperties" in node);
  return { ...Object.fromEntries(members), ...(names && !partial ? { additionalProperties: false } : {}) };
}

function compileCheck(description: string): Check {
  const { document, ajv } = readDescription(description);
  const paths = Object.keys(document.paths).map((path) => ({ path, parts: path.split("/") }));
  const compiled = new Map<object, ValidateFunction>();

  return (method, url, answer) => {
    const path = pathOf(url.split("?")[0] ?? "");
    const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()];
    const where = `${method} ${url} answered ${answer.status}`;
    if (path === undefined || operation === undefined) return checkRefusal(where, method, answer);
    const responses = operation.responses;
    const named = responses[String(answer.status)];
    if (named === undefined)
      fail(where, `which ${path} does not describe; it has ${Object.keys(responses).join(", ")}`, answer);
    const described = "$ref" in named ? (resolve(named.$ref) as Described) : named;
    checkHeaders(where, described, answer);
    if (method === "HEAD") return;
    if (described.content === undefined) {
      if (answer.text !== "") fail(where, "with a body that is not described", answer);
      return;
    }
    const type = (answer.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
    if (!Object.hasOwn(described.content, type)) fail(where, `as "${type}", which is not described`, answer);
    if (type !== "application/json") return;
    validate(where, (described.content[type] as { schema: object }).schema, answer);
    // Of 400 the protocol of OAuth has codes of its own, which are in the schema.
    if (answer.status >= 400 && ("$ref" in named || url.startsWith("/api/"))) checkCode(where, answer);
  };

  /** Nothing is described here, so nothing but a refusal may come. */
  function checkRefusal(where: string, method: string, answer: Received): void {
    if (answer.status < 400) fail(where, "and no such operation is described", answer);
    if (method === "HEAD") return;
    validate(where, document.components.schemas.Error as object, answer);
    checkCode(where, answer);
  }

  function validate(where: string, schema: object, answer: Received): void {
    const check = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, check);
    if (!check(answer.body))
      fail(where, `and its body is not as described: ${ajv.errorsText(check.errors)}`, answer);
  }

  function checkHeaders(where: string, { headers = {} }: Described, answer: Received): void {
    for (const [name, header] of Object.entries(headers)) {
      const { required } =
        header.$ref === undefined ? header : (resolve(header.$ref) as { required?: boolean });
      if (required && answer.headers[name.toLowerCase()] === undefined)
        fail(where, `without the header ${name}`, answer);
    }
  }

  function resolve(place: string): unknown {
    return place
      .slice(2)
      .split("/")
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], document);
  }

  /** A path with fewer parameters is nearer: `/teams/resolve` before `/teams/{id}`. */
  function pathOf(asked: string): string | undefined {
    const segments = asked.split("/");
    const fitting = paths.filter(
      ({ parts }) =>
        parts.length === segments.length &&
        parts.every((part, index) =>
          part.startsWith("{") ? segments[index] !== "" : part === segments[index],
        ),
    );
    const parameters = (path: string) => path.split("{").length;
    return fitting.sort((a, b) => parameters(a.path) - parameters(b.path))[0]?.path;
  }
}

function checkCode(where: string, answer: Received): void {
  const { error } = answer.body as { error: keyof typeof errorCodes };
  if (errorCodes[error] !== answer.status)
    fail(where, `with the code ${error} of ${errorCodes[error]}`, answer);
}

function fail(where: string, what: string, answer: Received): never {
  throw new Error(`OpenAPI: ${where} ${what}.\n${answer.text.slice(0, 2_000)}`);
}
