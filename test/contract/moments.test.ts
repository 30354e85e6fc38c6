/** Every moment of an answer is in UTC, with Z: of every kind, however it was written, and of rows from before that. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import { momentFields } from "../../src/kernel/moments.ts";
import { inUtc } from "../../src/kernel/timestamps.ts";
import { isObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { contractFor } from "../support/contract.ts";

const contract = contractFor(import.meta.url);
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const elsewhere = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|z)/g;

/** The value with each of its moments as a clock two hours ahead shows it. */
function abroad(value: Json): Json {
  if (Array.isArray(value)) return value.map(abroad);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, abroad(inner)]));
  if (typeof value !== "string" || !moment.test(value)) return value;
  return new Date(Date.parse(value) + 2 * 3_600_000).toISOString().replace("Z", "+02:00");
}

const timed = definitions.filter(
  (definition) => momentFields(definition).length > 0 && definition.verbs.includes("create"),
);

it.each([
  ["2036-03-01T11:30:00+02:00", "2036-03-01T09:30:00Z"],
  ["2036-02-29T23:00:00.500000000-10:30", "2036-03-01T09:30:00.500000000Z"],
  ["2036-03-01t09:30:00.50z", "2036-03-01T09:30:00.50Z"],
  ["2036-03-01T09:30:00.1234567Z", "2036-03-01T09:30:00.1234567Z"],
  ["0001-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z"],
  ["soon", "soon"],
])("%s is answered as %s", (written, answered) => {
  expect(inUtc(written)).toBe(answered);
});

describe("a row", () => {
  it("has timestamps in many kinds", () => {
    expect(timed.length).toBeGreaterThan(8);
  });

  it.each(timed)(
    "of $kind written with another offset is answered in UTC at every door",
    async (definition) => {
      const tenant = await contract().tenant();
      const body = await tenant.samples.body(definition);
      const { kind, verbs } = definition;
      const updates = verbs.includes("update");
      const made = await tenant.config("POST", kind, { body: abroad(body) });
      expect(made.status, made.text).toBe(201);
      const { id } = made.body;
      // As rows were stored before: with the offset that they were written with.
      await contract().database.queryText(
        {
          name: "test-abroad",
          text: `UPDATE rows SET configuration = regexp_replace(configuration::text, $2, '\\1+00:00', 'g')::jsonb,
            state = regexp_replace(state::text, $2, '\\1+00:00', 'g')::jsonb, revision = nextval('row_revision')
          WHERE organization_id = $1`,
        },
        [tenant.organization.id, "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?)Z"],
      );
      const answers = [
        made,
        await tenant.config("GET", `${kind}/${id}`),
        await tenant.config("GET", kind),
        await tenant.api("POST", `search/${kind}`, { body: {} }),
        await tenant.api("GET", `history/${kind}/${id}`),
        ...(updates ? [await tenant.config("PUT", `${kind}/${id}`, { body: {} })] : []),
      ];
      for (const { status, text } of answers) {
        expect(status, text).toBeLessThan(300);
        expect(text.match(elsewhere), text).toBeNull();
      }
      const read = answers[1]?.body;
      expect(read).toEqual(made.body);
      // The instants are those that were sent.
      for (const [name, shape] of momentFields(definition))
        if (shape.type === "timestamp" && typeof body[name] === "string")
          expect(Date.parse(read[name]), name).toBe(Date.parse(body[name]));
      if (!updates) return;
      // Rows of before the change change with it, and not by being sent back.
      const echoed = await tenant.config("PUT", `${kind}/${id}`, { body: read });
      expect([echoed.status, echoed.headers.etag], echoed.text).toEqual([200, answers[1]?.headers.etag]);
    },
  );
});
