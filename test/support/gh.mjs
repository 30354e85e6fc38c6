#!/usr/bin/env node
// Stands for GitHub's command line in the test of examples/gitops: `gh api` as that workflow calls it, sent to
// GITHUB_API_URL. --jq is done by jq, pages are followed as the Link header says.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    method: { type: "string", default: "GET" },
    paginate: { type: "boolean" },
    silent: { type: "boolean" },
    jq: { type: "string" },
    field: { type: "string", short: "F", multiple: true, default: [] },
  },
});
const [command, path] = positionals;
if (command !== "api" || path === undefined) throw new Error("only gh api is known here");

const fields = Object.fromEntries(
  values.field.map((field) => {
    const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(field) ?? [];
    return [name, value.startsWith("@") ? readFileSync(value.slice(1), "utf8") : value];
  }),
);
for (let url = new URL(path, `${process.env.GITHUB_API_URL}/`).href; url !== undefined; ) {
  const answer = await fetch(url, {
    method: values.method,
    headers: { authorization: `token ${process.env.GH_TOKEN}` },
    ...(values.field.length === 0 ? {} : { body: JSON.stringify(fields) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${text}`);
  if (values.jq !== undefined)
    process.stdout.write(execFileSync("jq", ["--raw-output", values.jq], { input: text }));
  else if (!values.silent) process.stdout.write(text);
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  url = values.paginate ? next : undefined;
}
