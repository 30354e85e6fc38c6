/** What an error of configuring the provider does not say by itself, about arguments that are missing or not known yet. */
import { leftOut } from "./settings.ts";
import { type Diagnostic, diagnosticsOf } from "./wire/diagnostics.ts";
import type { ProviderServer } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

/**
 * Terraform says of every failure to configure a provider without a block that it "requires explicit configuration".
 * That is not what is wrong: the environment may say all that the block could.
 */
const notTheCause =
  'If Terraform also says that the provider requires explicit configuration, that is not the cause: it says so wherever there is no block provider "orgconfig", and none is needed where the environment sets what it would.';

/** The same server, but its errors of configuring say what else may be behind them. */
export function withHints(server: ProviderServer): ProviderServer {
  return {
    ...server,
    configure: async (request) => {
      const configured = async () => server.configure(request);
      const diagnostics = await configured().catch(diagnosticsOf);
      const hints = hintsOf(request.config);
      return diagnostics.map((diagnostic) => explained(diagnostic, hints));
    },
  };
}

function hintsOf(config: ObjectValue): string[] {
  if (Object.values(config).every((value) => value === null)) return [notTheCause];
  const names = leftOut(config).join(", ");
  if (names === "") return [];
  return [
    `This was tried without ${names}: not known before something is made in this very run. If the service is not reached without, apply that first (terraform apply -target=…), then plan the rest.`,
  ];
}

function explained(diagnostic: Diagnostic, hints: readonly string[]): Diagnostic {
  if (diagnostic.severity !== "error") return diagnostic;
  return { ...diagnostic, detail: [diagnostic.detail, ...hints].filter(Boolean).join("\n\n") };
}
