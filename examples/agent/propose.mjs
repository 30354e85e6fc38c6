#!/usr/bin/env node
// What an assistant does with a key that may only propose, call by call, without a model: to see what a model would see.
//
//   node propose.mjs "Refunds"            looks around, is refused a direct write, and proposes a team of this name
//   node propose.mjs --look prop_…        reads what people made of it
//   node propose.mjs --answer prop_… "…"  adds a comment
const { ORGCONFIG_URL: url, ORGCONFIG_KEY: key } = process.env;
const [first, id, text] = process.argv.slice(2);
if (!url || !key || !first) {
  console.error(
    "Set ORGCONFIG_URL and ORGCONFIG_KEY, and name a team, or --look or --answer with a proposal.",
  );
  process.exit(2);
}

const revision = "2026-07-28";
const client = { name: "example-agent", version: "1.0.0" };

/** One request of the Model Context Protocol. */
async function request(method, params) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": client,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...(params.name && { "mcp-name": params.name }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
  });
  const answer = await response.json();
  if (answer.result === undefined)
    throw new Error(answer.error?.message ?? answer.message ?? response.status);
  return answer.result;
}

/** Calls a tool, and shows what a model would be given. */
async function call(name, input = {}) {
  console.log(`→ ${name} ${JSON.stringify(input)}`);
  const { isError, content, structuredContent } = await request("tools/call", { name, arguments: input });
  if (isError) console.log(`← refused: ${content[0].text}`);
  return { isError: isError === true, body: structuredContent };
}

/** Calls a tool that has to work. */
async function done(name, input) {
  const { isError, body } = await call(name, input);
  if (isError) process.exit(1);
  return body;
}

function show({ id, title, status, link, needs, problems, warnings, acts }) {
  console.log(`← ${id} is ${status}: ${title}`);
  for (const { policy, approvals, have } of needs)
    console.log(`  ${policy} wants ${approvals} approval${approvals === 1 ? "" : "s"}, and has ${have}`);
  for (const { message, field } of [...problems, ...warnings]) console.log(`  ${field} ${message}`);
  for (const { act, by, comment } of acts)
    if (comment !== null) console.log(`  ${by.name} (${act}): ${comment}`);
  console.log(`  Nothing is changed before somebody applies it: ${link}`);
}

if (first === "--look") show(await done("get_proposal", { id }));
else if (first === "--answer") show(await done("comment_on_proposal", { id, comment: text }));
else {
  const me = await done("whoami");
  console.log(`← ${me.organization.name}`);
  const { data } = await done("list_teams", { limit: 100 });
  console.log(`← ${data.length} teams`);
  const team = { kind: "teams", fields: { name: first } };
  const direct = await call("create_row", team);
  // It is refused whatever its scope is. A key that may do this is not the one to give to a model.
  if (!direct.isError) {
    console.log("← made. This key may write: revoke it, and make one with propose_only.");
    process.exit(1);
  }
  show(await done("create_row", { ...team, propose: true }));
}
