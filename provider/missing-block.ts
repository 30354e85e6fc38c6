/**
 * Terraform says of every failure to configure a provider without a block that it "requires explicit configuration".
 * That is not what is wrong: the environment may say all that the block could.
 */
import { type Diagnostic, diagnosticsOf } from "./wire/diagnostics.ts";
import type { ProviderServer } from "./wire/provider.ts";

const notTheCause =
  'If Terraform also says that the provider requires explicit configuration, that is not the cause: it says so wherever there is no block provider "orgconfig", and none is needed where the environment sets what it would.';

/** The same server, but where the block is missing or empty, errors of configuring say what Terraform's own means. */
export function withoutBlock(server: ProviderServer): ProviderServer {
  return {
    ...server,
    configure: async (request) => {
      const configured = async () => server.configure(request);
      const diagnostics = await configured().catch(diagnosticsOf);
      const silent = Object.values(request.config).every((value) => value === null);
      return silent ? diagnostics.map(explained) : diagnostics;
    },
  };
}

function explained(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.severity !== "error") return diagnostic;
  return { ...diagnostic, detail: [diagnostic.detail, notTheCause].filter(Boolean).join("\n\n") };
}
