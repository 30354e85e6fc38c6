/** `orgconfig agent`: runs next to an engine, and brings it to run what the service renders for it. */
import { type Command, Option } from "commander";
import type { AgentCommandOptions } from "./agent-run.ts";
import { withUrl } from "./connection.ts";
import { pathOf } from "./paths.ts";

/** Adds `agent` to the program. */
export function addAgentCommand(program: Command, env: NodeJS.ProcessEnv): void {
  withUrl(program.command("agent"))
    .description(
      "run next to Prometheus, vmalert, Alertmanager or blackbox_exporter: fetch what is rendered for its connector, check it, write it, reload the engine, look that it took, and report what it measures",
    )
    .requiredOption("--connector <name or id>", "the connector that stands for the engine")
    .requiredOption(
      "--directory <path>",
      "where the engine reads its files; nothing is written elsewhere",
      pathOf,
    )
    .option("--key-file <path>", "a file with the API key, read at every call; else ORGCONFIG_KEY", pathOf)
    .addOption(
      new Option(
        "--reload-url <url>",
        "where the engine takes a reload, with user:password@ where it wants them; its other paths are below the same address; else its usual port on this machine",
      ).env("ORGCONFIG_RELOAD_URL"),
    )
    .option(
      "--query-url <url>",
      "for vmalert: what keeps its figures, such as VictoriaMetrics; without it none are read back",
    )
    .option(
      "--intake-key-file <path>",
      "for Alertmanager: a file with the API key that it sends alerts with; else the agent's own",
      pathOf,
    )
    .option("--checker <path>", "the engine's checker, such as promtool; else it is looked for in PATH")
    .option(
      "--instance <name>",
      "this agent among several of one connector, by a name that stays; else the machine's name and the directory",
    )
    .option("--interval <time>", "how often to look, such as 15s or 2m", "15s")
    .option(
      "--once",
      "look once: exit code 0 when the engine runs what is rendered, 1 when it does not, 3 when the service does not answer",
    )
    .action(async (options: AgentCommandOptions) => (await import("./agent-run.ts")).runAgent(options, env));
}
