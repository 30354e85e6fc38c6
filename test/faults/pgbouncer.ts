/** Debian's pgbouncer in front of a PostgreSQL, pooling by transaction. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { binary, ownedByPostgres } from "./packages.ts";
import { type Postgres, steadyPort } from "./postgres.ts";

export interface Pgbouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `connections` to the server are few, so that clients do share them. */
export async function startPgbouncer(postgres: Postgres, connections: number): Promise<Pgbouncer> {
  const port = await steadyPort();
  const file = join(postgres.folder, "pgbouncer.ini");
  const users = join(postgres.folder, "users.txt");
  writeFileSync(users, '"orgconfig" ""\n');
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${postgres.port} dbname=postgres user=orgconfig
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = orgconfig
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  );
  for (const path of [file, users]) ownedByPostgres(path);
  const asRoot = process.getuid?.() === 0;
  const [command, args] = asRoot
    ? ["runuser", ["-u", "postgres", "--", binary("pgbouncer"), "-q", file]]
    : [binary("pgbouncer"), ["-q", file]];
  const child = spawn(command as string, args as string[], { stdio: "ignore" });
  await listening(port, child);
  return {
    url: `postgres://orgconfig@127.0.0.1:${port}/postgres`,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** Waits until something answers on the port. */
export async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let round = 0; round < 600; round += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).once("error", () => resolve(false));
    });
    if (open) return;
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port} after 30 s`);
}
