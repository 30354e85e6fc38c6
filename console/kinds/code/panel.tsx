/** The same thing as `curl`, as Terraform, and as an MCP call, ready to copy. */
import { Drawer, Group, Tabs } from "@mantine/core";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { asCurl } from "./curl.ts";
import { asMcp } from "./mcp.ts";
import { type Subject, withoutSecrets } from "./subject.ts";
import { asTerraform } from "./terraform.ts";
import * as texts from "./texts.ts";

interface CodePanelProps {
  readonly subject: Subject;
  readonly close: () => void;
}

export function CodePanel({ subject, close }: CodePanelProps) {
  const shown = withoutSecrets(subject);
  const changed = Object.keys(shown.draft).length > 0;
  const tabs = [
    ["curl", "curl", asCurl(shown, window.location.origin), texts.orgconfigKeyHoldsAnApi],
    ["terraform", texts.terraform, asTerraform(shown), texts.referencesAreIdsHere],
    ["mcp", texts.mcp, asMcp(shown), texts.sentToTheMcpEndpoint],
  ] as const;
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={texts.showAsCode}
      closeButtonProps={{ "aria-label": texts.close }}
    >
      <Quiet mb="sm">
        {shown.row === undefined
          ? texts.createsWhatTheFormContains
          : changed
            ? texts.savesWhatYouChanged
            : texts.readsThisRow}
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
              <CopyButton value={code} label={texts.copy(title)} />
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
