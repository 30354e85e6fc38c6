/** The provider's process, as Terraform starts it. */
import "./short-run.ts";
import { definitions } from "../src/resources/index.ts";
import { createProvider } from "./provider.ts";
import { address } from "./version.ts";
import { serve } from "./wire/serve.ts";

const debug = process.argv.includes("--debug");
void serve(() => createProvider(definitions, process.env), debug ? { debugAs: address } : {});
