/** `orgconfig completion bash` in a real bash, with what is typed so far. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { orgconfig } from "../support/command.ts";

it.each([
  ["orgconfig exp", ["export"]],
  ["orgconfig import ", ["openslo", "--help"]],
  ["orgconfig import openslo --data", ["--data-source"]],
  ["orgconfig plan -f config --pr", ["--prune"]],
  ["orgconfig export --format ", ["hcl", "json", "yaml", "openslo"]],
  ["orgconfig completion ", ["bash", "zsh", "--help"]],
  ["orgconfig plan -f conf", []],
])("%j is completed by %j", async (typed, offered) => {
  const { code, stdout } = await orgconfig(["completion", "bash"], {});
  expect(code).toBe(0);
  const words = typed
    .split(" ")
    .map((word) => `'${word}'`)
    .join(" ");
  const script = `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _orgconfig; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shown = execFileSync("bash", ["-c", script], { encoding: "utf8" });
  expect(shown.split("\n").filter(Boolean)).toEqual(offered);
});

it("knows no other shell", async () => {
  expect((await orgconfig(["completion", "fish"], {})).code).toBe(2);
});
