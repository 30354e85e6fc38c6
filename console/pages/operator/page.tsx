/** For whoever runs the installation: its organizations, what each uses, and what is decided about them. */
import { Button, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { type AsOperator, operatorCalls } from "./calls.ts";
import { Organizations } from "./organizations.tsx";
import * as texts from "./texts.ts";
import { everything, OperatorContext, organizationsQuery } from "./use-operator.ts";

export function OperatorPage() {
  const client = useQueryClient();
  // In this page's memory alone: a reload forgets it.
  const [call, setCall] = useState<AsOperator>();
  useEffect(() => {
    document.title = texts.operatorOrgconfig;
  }, []);
  const leave = () => {
    client.removeQueries({ queryKey: everything });
    setCall(undefined);
  };
  if (call === undefined) return <TokenForm take={(given) => setCall(() => given)} />;
  return (
    <OperatorContext value={call}>
      <Organizations leave={leave} />
    </OperatorContext>
  );
}

function TokenForm({ take }: { readonly take: (call: AsOperator) => void }) {
  const client = useQueryClient();
  const [token, setToken] = useState("");
  const enter = useMutation({
    mutationFn: async () => {
      const call = operatorCalls(token.trim());
      await client.fetchQuery({ ...organizationsQuery(call), staleTime: 0, retry: false });
      return call;
    },
    onSuccess: take,
  });
  return (
    <AuthLayout width={420}>
      <Form submit={() => enter.mutate()}>
        <Stack>
          <div>
            <Title order={1}>{texts.operator}</Title>
            <Quiet mt={4}>{texts.theOrganizationsOfThisInstallation}</Quiet>
          </div>
          <Refusal error={enter.error} />
          <PasswordInput
            label={texts.operatorToken}
            autoFocus
            autoComplete="off"
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
          <Button type="submit" loading={enter.isPending} disabled={token.trim() === ""}>
            {texts.continueOn}
          </Button>
          <Fine>
            <RichText
              of={texts.itIsKept}
              orgconfigOperator={(part) => (
                <Text span inherit className="mono">
                  {part}
                </Text>
              )}
            />
          </Fine>
        </Stack>
      </Form>
    </AuthLayout>
  );
}
