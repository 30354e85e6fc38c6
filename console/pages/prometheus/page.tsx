/** Your Prometheus: one question to somebody who knows neither data sources nor connectors. */
import { Box, Stack, Text } from "@mantine/core";
import { kindNames } from "../../kinds/names.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Fold } from "../../parts/fold.tsx";
import { later } from "../../parts/in-time.ts";
import { Page, Soon } from "../../parts/page.tsx";
import { kindPath, newPath } from "../../parts/paths.ts";
import { PrometheusForm } from "../../parts/prometheus/form.tsx";
import * as prometheusTexts from "../../parts/prometheus/texts.ts";
import { exampleCommand } from "../../parts/prometheus/words.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const SampleBudget = later(() => import("../../kinds/special/slos/sample.tsx"), "SampleBudget");

export function PrometheusPage() {
  const here = useHere();
  if (!here.allows("admin"))
    return (
      <Page title={prometheusTexts.title}>
        <Text>{texts.connectingOneNeedsTheRole}</Text>
      </Page>
    );
  return (
    <Page title={prometheusTexts.title} about={prometheusTexts.about}>
      <PrometheusForm called="">
        <WithoutOne />
        <Quiet mt="xl" className="form">
          <RichText
            of={texts.isItConnectedAlreadySee}
            link={(part) => <LinkIn to={kindPath(here.slug, kindNames.dataSource)}>{part}</LinkIn>}
            connectors={(part) => <LinkIn to={kindPath(here.slug, kindNames.connector)}>{part}</LinkIn>}
            aData={(part) => (
              <LinkIn to={newPath(here.slug, kindNames.dataSource)} search={{ type: "prometheus" }}>
                {part}
              </LinkIn>
            )}
            aConnector={(part) => (
              <LinkIn to={newPath(here.slug, kindNames.connector)} search={{ connector_type: "prometheus" }}>
                {part}
              </LinkIn>
            )}
          />
        </Quiet>
      </PrometheusForm>
    </Page>
  );
}

/** For whoever wants to look first: a picture, and an engine to try it with. */
function WithoutOne() {
  return (
    <Box className="form" mt="xl">
      <Fold label={prometheusTexts.without} holds={prometheusTexts.withoutHolds} late>
        <Stack>
          <Soon>
            <SampleBudget />
          </Soon>
          <Text size="sm">{prometheusTexts.example}</Text>
          <CodeBlock label={texts.theExamplesCommand} name="example" wrap>
            {exampleCommand}
          </CodeBlock>
        </Stack>
      </Fold>
    </Box>
  );
}
