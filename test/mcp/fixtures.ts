/** The `test_*` tools that the protocol's conformance suite calls; only a test build of the server has them. */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ExtraTool } from "../../src/surfaces/mcp/tools.ts";

/** One red pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A header and no sound. */
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const text = (said: string) => ({ type: "text" as const, text: said });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, said: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: said },
});

export const conformanceTools: readonly ExtraTool[] = [
  answering("test_simple_text", text("This is a simple text response for testing.")),
  answering("test_image_content", image),
  answering("test_audio_content", { type: "audio", data: wav, mimeType: "audio/wav" }),
  answering(
    "test_embedded_resource",
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  answering(
    "test_multiple_content_types",
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  tool("test_error_handling", () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  })),
  tool("test_tool_with_progress", withProgress),
  tool("test_streaming_elicitation", withProgress),
  tool("test_logging_tool", async (context) => {
    await context.mcpReq.log("info", "nobody asked for this");
    return { content: [text("done")] };
  }),
  tool("test_missing_capability", (context) => {
    const envelope = context.mcpReq.envelope as Record<string, { sampling?: object }> | undefined;
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
    if (declared?.sampling === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
    return { content: [text("done")] };
  }),
  {
    listed: {
      name: "json_schema_2020_12_tool",
      description: "Keeps every keyword of its schema.",
      inputSchema: wideSchema(),
    },
    run: () => ({ content: [text("done")] }),
  },
];

function answering(name: string, ...content: CallToolResult["content"]): ExtraTool {
  return tool(name, () => ({ content }));
}

function tool(
  name: string,
  answer: (context: ServerContext) => CallToolResult | Promise<CallToolResult>,
): ExtraTool {
  return {
    listed: {
      name,
      description: "For the conformance suite.",
      inputSchema: { type: "object", properties: {} },
    },
    run: (_input, context) => answer(context),
  };
}

async function withProgress(context: ServerContext): Promise<CallToolResult> {
  const progressToken = context.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { content: [text("done")] };
}

function wideSchema(): ExtraTool["listed"]["inputSchema"] {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  };
}
