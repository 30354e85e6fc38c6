/** The samples themselves: every kind takes them, and no preparation among them is there for nothing. */
import { describe, expect, it } from "vitest";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check } from "../support/checks.ts";
import { contractFor, kindsWith, settings } from "../support/contract.ts";
import { preparations } from "../support/sample-rules.ts";

const contract = contractFor(import.meta.url);
const written = [...kindsWith("create"), ...settings.filter(({ verbs }) => verbs.includes("update"))];

it.each(written.map(({ kind }) => kind))("%s takes twelve samples", async (kind) => {
  const definition = definitionsByKind[kind] as (typeof definitions)[number];
  const { samples } = await contract().tenant();
  for (let i = 0; i < 12; i += 1) {
    const { sent, answer } = await samples.row(definition);
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.type === "secret")
        check(`${kind}.${name}_set`, answer.body[`${name}_set`], sent[name] !== null);
      // What nobody chose is shown as what holds.
      else if (sent[name] === null && Object.hasOwn(definition.hiddenState, name)) continue;
      else if (isConfiguration(field)) check(`${kind}.${name}`, answer.body[name], sent[name]);
    }
  }
});

describe("every preparation is needed", () => {
  it.each(Object.keys(preparations))("that of %s", async (kind) => {
    const definition = definitionsByKind[kind];
    if (definition === undefined) return expect.fail(`there is no kind ${kind}: take its preparation out`);
    const { samples, config } = await contract().tenant();
    const answer = await config("POST", kind, { body: await samples.raw(definition) });
    check(`${kind} refuses what was not prepared for (${preparations[kind]?.reason})`, answer.status, 422);
  });
});
