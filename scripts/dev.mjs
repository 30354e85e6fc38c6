// `npm run dev`: the service, started again when its sources change, behind Vite's dev server, which shows a change of
// the console in the open page. Ctrl-C ends both. The service listens at PORT, the console at CONSOLE_PORT.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const servicePort = process.env.PORT ?? "8080";
const consolePort = process.env.CONSOLE_PORT ?? "5173";
const consoleUrl = `http://localhost:${consolePort}`;

const service = startService();
const exited = new Promise((resolve) => service.once("exit", resolve));
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    stopping = true;
    service.kill(signal);
  });
}
// However this program ends, the service ends with it.
process.on("exit", () => service.kill("SIGTERM"));
const vite = await startConsole();
console.log(`The console is at ${consoleUrl}, and the service behind it at port ${servicePort}.`);
const code = await exited;
await vite.close();
process.exit(stopping ? 0 : (code ?? 1));

/** In a process group of its own: at a terminal Ctrl-C would reach it twice, and tsx answers the second with SIGKILL. */
function startService() {
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  const args = ["watch", "--clear-screen=false", "--include=src/**/*.sql", "src/main.ts", "serve"];
  return spawn(process.execPath, [tsx, ...args], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: servicePort,
      // Pages come from Vite's address, so writes with a session, and links in mail, name it.
      ORGCONFIG_PUBLIC_URL: process.env.ORGCONFIG_PUBLIC_URL ?? consoleUrl,
    },
  });
}

async function startConsole() {
  const target = `http://127.0.0.1:${servicePort}`;
  // What src/surfaces/ serves next to the console's pages.
  const paths = [
    "/.well-known",
    "/api/v1",
    "/calendars",
    "/console/definitions.json",
    "/docs",
    "/healthz",
    "/mcp",
    "/metrics",
    "/oauth",
    "/readyz",
    "/status",
  ];
  const server = await createServer({
    configFile: "console/vite.config.ts",
    server: {
      host: "localhost",
      port: Number(consolePort),
      strictPort: true,
      proxy: Object.fromEntries(paths.map((path) => [path, target])),
    },
  });
  return server.listen();
}
