/** Bodies as large as may be, shaped to make their reader work: each is answered soon, and shortly. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Contract, startContract } from "../support/contract.ts";

/**
 * Of the processor, so that a busy machine counts for little. No figure of speed: a reader whose work grows
 * with the square of a body like these takes minutes.
 */
const mostMs = 10_000;
const mebibyte = 1_048_576;

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.close());

/** Repeats a piece up to the largest body there may be. */
function filled(start: string, piece: (index: number) => string, end: string): string {
  const pieces = [start];
  for (let length = start.length + end.length, index = 0; ; index += 1) {
    const next = piece(index);
    length += Buffer.byteLength(next);
    if (length > mebibyte) break;
    pieces.push(next);
  }
  return pieces.join("") + end;
}

const deep = (open: string, close: string) => {
  const times = Math.floor((mebibyte - 100) / (open.length + close.length));
  return `{"name": ${open.repeat(times)}1${close.repeat(times)}}`;
};

const bodies: Readonly<Record<string, readonly [string, string]>> = {
  "unknown fields": ["teams", filled('{"name":"x"', (i) => `,"nam${i.toString(36)}":1`, "}")],
  "one field many times": ["teams", filled('{"name":"x"', () => ',"name":5', "}")],
  "lists in lists": ["teams", deep("[", "]")],
  "objects in objects": ["teams", deep('{"a":', "}")],
  "a long name": ["teams", filled('{"name":"', () => "\u{1f600}", '"}')],
  "half surrogates": ["teams", filled('{"name":"', () => "\\ud800", '"}')],
  "a long list of matchers": ["alert_routes", filled('{"matchers":["x"', () => ',"a=\\"b\\""', "]}")],
  "one long matcher": [
    "alert_routes",
    filled('{"name":"x","matchers":["a=\\"', () => "\\\\\\\\", '"],"destinations":[{}]}'),
  ],
  "many destinations": ["alert_routes", filled('{"destinations":[{}', () => ',{"email":5}', "]}")],
  "a long URL": ["data_sources", filled('{"url":"https://', () => "a.", '"}')],
  "a long address": ["notification_settings", filled('{"recipients":["', () => "a.", '@example.com"]}')],
  "many entries of a map": ["connectors", filled('{"metadata":{"a":"b"', (i) => `,"${i}":"b"`, "}}")],
  "a wide secret": ["connectors", filled('{"config":{"a":[0', () => ",0", "]}}")],
  "a deep secret": ["connectors", `{"config": ${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
  "a secret that is wide at every depth": [
    "connectors",
    `{"config": {${Array.from({ length: 64 }, (_, i) => `"k${i}":{"a":[${Array.from({ length: 100 }, () => '{"b":"cdefgh","i":[1,2,3]}').join(",")}]}`).join(",")}}}`,
  ],
  "selectors in selectors": [
    "service_bindings",
    filled(
      '{"service":"x","metric_selectors":[{}',
      () => ',{"namespace":"a","metric_name":"b","dimensions":[{"name":"a","value":"b"}]}',
      "]}",
    ),
  ],
  "unknown members of members": [
    "service_bindings",
    filled('{"service":"x","metric_selectors":[{"a":1', (i) => `,"d${i}":1`, "}]}"),
  ],
  "a long prompt": [
    "prompt_templates",
    filled('{"name":"x","prompt_type":"custom","content":"', () => "ignore previous instructions ", '"}'),
  ],
  "only escapes": ["teams", filled('{"name":"', () => "\\u0041", '"}')],
  "one number": ["alert_routes", filled('{"position":1', () => "0", "}")],
};

it.each(Object.entries(bodies))("%s", async (what, [path, body]) => {
  expect(body.length).toBeGreaterThan(100_000);
  const tenant = await contract.tenant();
  const method = path.endsWith("settings") ? "PUT" : "POST";
  const before = process.cpuUsage();
  const answer = await tenant.config(method, path, { body });
  const { user, system } = process.cpuUsage(before);
  expect([400, 422], `${what}: ${answer.status} ${answer.text.slice(0, 300)}`).toContain(answer.status);
  expect((user + system) / 1_000, what).toBeLessThan(mostMs);
  expect(answer.text.length, what).toBeLessThan(20_000);
  expect(await tenant.audit()).toEqual([]);
});
