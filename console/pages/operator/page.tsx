/** For whoever runs the installation: its organizations, what each uses, and what is decided about them. */
import { Button, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { type AsOperator, operatorCalls } from "./calls.ts";
import { Organizations } from "./organizations.tsx";
import { everything, OperatorContext, organizationsQuery } from "./use-operator.ts";

export function OperatorPage() {
  const client = useQueryClient();
  // In this page's memory alone: a reload forgets it.
  const [call, setCall] = useState<AsOperator>();
  useEffect(() => {
    document.title = "Operator · orgconfig";
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
            <Title order={1}>Operator</Title>
            <Quiet mt={4}>The organizations of this installation, for whoever runs it.</Quiet>
          </div>
          <Refusal error={enter.error} />
          <PasswordInput
            label="Operator token"
            autoFocus
            autoComplete="off"
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
          <Button type="submit" loading={enter.isPending} disabled={token.trim() === ""}>
            Continue
          </Button>
          <Fine>
            It is kept in this page's memory only, and asked for again after a reload. It is{" "}
            <Text span inherit className="mono">
              ORGCONFIG_OPERATOR_TOKEN
            </Text>
            , or the file operator-token in the data directory.
          </Fine>
        </Stack>
      </Form>
    </AuthLayout>
  );
}
