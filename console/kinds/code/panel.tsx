/** The same thing as `curl`, as Terraform, and as an MCP call, ready to copy. */
import { Drawer, Group, Tabs } from "@mantine/core";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { asCurl } from "./curl.ts";
import { asMcp } from "./mcp.ts";
import { type Subject, withoutSecrets } from "./subject.ts";
import { asTerraform } from "./terraform.ts";

interface CodePanelProps {
  readonly subject: Subject;
  readonly close: () => void;
}

export function CodePanel({ subject, close }: CodePanelProps) {
  const shown = withoutSecrets(subject);
  const changed = Object.keys(shown.draft).length > 0;
  const tabs = [
    [
      "curl",
      "curl",
      asCurl(shown, window.location.origin),
      "ORGCONFIG_KEY holds an API key with the scope api:admin, or api:config_read to read.",
    ],
    [
      "terraform",
      "Terraform",
      asTerraform(shown),
      "References are ids here; the export writes them as addresses.",
    ],
    ["mcp", "MCP", asMcp(shown), "Sent to the MCP endpoint with a key or a personal access token."],
  ] as const;
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title="Show as code"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Quiet mb="sm">
        {shown.row === undefined
          ? "Creates what the form contains now."
          : changed
            ? "Saves what you changed in the form."
            : "Reads this row."}
      </Quiet>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm">
          {tabs.map(([value, title]) => (
            <Tabs.Tab key={value} value={value}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([value, title, code, note]) => (
          <Tabs.Panel key={value} value={value}>
            <Group justify="space-between" mb={8} wrap="nowrap">
              <Fine>{note}</Fine>
              <CopyButton value={code} label={`Copy ${title}`} />
            </Group>
            <CodeBlock label={title} name={value}>
              {code}
            </CodeBlock>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Drawer>
  );
}
