/** Your Prometheus: one question to somebody who knows neither data sources nor connectors. */
import { Box, Stack, Text } from "@mantine/core";
import { kindNames } from "../../kinds/names.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Fold } from "../../parts/fold.tsx";
import { later } from "../../parts/in-time.ts";
import { Page, Soon } from "../../parts/page.tsx";
import { kindPath, newPath } from "../../parts/paths.ts";
import { PrometheusForm } from "../../parts/prometheus/form.tsx";
import { exampleCommand, texts } from "../../parts/prometheus/words.ts";
import { LinkIn, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";

const SampleBudget = later(() => import("../../kinds/special/slos/sample.tsx"), "SampleBudget");

export function PrometheusPage() {
  const here = useHere();
  if (!here.allows("admin"))
    return (
      <Page title={texts.title}>
        <Text>Connecting one needs the role Org admin.</Text>
      </Page>
    );
  return (
    <Page title={texts.title} about={texts.about}>
      <PrometheusForm called="">
        <WithoutOne />
        <Quiet mt="xl" className="form">
          Is it connected already? See the{" "}
          <LinkIn to={kindPath(here.slug, kindNames.dataSource)}>data sources</LinkIn> and the{" "}
          <LinkIn to={kindPath(here.slug, kindNames.connector)}>connectors</LinkIn>. Or make{" "}
          <LinkIn to={newPath(here.slug, kindNames.dataSource)} search={{ type: "prometheus" }}>
            a data source alone
          </LinkIn>
          , or{" "}
          <LinkIn to={newPath(here.slug, kindNames.connector)} search={{ connector_type: "prometheus" }}>
            a connector alone
          </LinkIn>
          .
        </Quiet>
      </PrometheusForm>
    </Page>
  );
}

/** For whoever wants to look first: a picture, and an engine to try it with. */
function WithoutOne() {
  return (
    <Box className="form" mt="xl">
      <Fold label={texts.without} holds={texts.withoutHolds} late>
        <Stack>
          <Soon>
            <SampleBudget />
          </Soon>
          <Text size="sm">{texts.example}</Text>
          <CodeBlock label="The example's command" name="example" wrap>
            {exampleCommand}
          </CodeBlock>
        </Stack>
      </Fold>
    </Box>
  );
}
