/**
 * Two PostgreSQL servers under Debian's Patroni with synchronous replication, their leader elected in etcd,
 * and haproxy in front, which asks Patroni who leads: what operators run, on one machine.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { binary, ownedByPostgres } from "./packages.ts";
import { listening } from "./pgbouncer.ts";
import { childrenOf, killPostmaster, steadyPort } from "./postgres.ts";

export interface Cluster {
  /** Leads to whichever server is the leader. */
  readonly url: string;
  /** Starts both servers, and waits until one leads and the other follows synchronously. */
  start(): Promise<void>;
  /** kill -9 of the leader's PostgreSQL and Patroni at once; answers how to start that server again. */
  killLeader(): Promise<() => void>;
  /** Waits until there is a leader and a synchronous standby. */
  whole(): Promise<void>;
  remove(): Promise<void>;
}

interface Member {
  readonly name: string;
  readonly data: string;
  readonly config: string;
  readonly restPort: number;
  readonly port: number;
  child?: ChildProcess;
}

/** Patroni's least: a leader that says nothing for so long is replaced. */
const leaseSeconds = 20;
const loopSeconds = 1;
const wholeMs = 180_000;

interface Reported {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
}

export async function makeCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-patroni-"));
  ownedByPostgres(folder);
  const [etcdPort, peerPort, port] = [await steadyPort(), await steadyPort(), await steadyPort()];
  const members: Member[] = [];
  for (const name of ["one", "two"]) {
    const member = {
      name,
      data: join(folder, name),
      config: join(folder, `${name}.yml`),
      restPort: await steadyPort(),
      port: await steadyPort(),
    };
    writeFileSync(member.config, patroniConfig(member, etcdPort));
    members.push(member);
  }
  writeFileSync(join(folder, "haproxy.cfg"), haproxyConfig(port, members));
  const others: ChildProcess[] = [];

  function startMember(member: Member): void {
    member.child = run("patroni", [member.config]);
  }

  async function leader(): Promise<Member | undefined> {
    for (const member of members) {
      const answer = await fetch(`http://127.0.0.1:${member.restPort}/primary`).catch(() => undefined);
      if (answer?.status === 200) return member;
    }
    return undefined;
  }

  /** Whether the leader has a synchronous standby that follows on the leader's own timeline. */
  async function followed(): Promise<boolean> {
    const leading = await leader();
    if (leading === undefined) return false;
    const answer = await fetch(`http://127.0.0.1:${leading.restPort}/cluster`).catch(() => undefined);
    const reported = (await answer?.json().catch(() => undefined)) as { members?: Reported[] } | undefined;
    const [first, second] = ["leader", "sync_standby"].map((role) =>
      reported?.members?.find((member) => member.role === role && /running|streaming/.test(member.state)),
    );
    return first?.name === leading.name && second?.timeline === first.timeline;
  }

  /** For some turns of Patroni's loop: just after a change it reports what was before. */
  async function whole(): Promise<void> {
    let turns = 0;
    for (const end = Date.now() + wholeMs; Date.now() < end; await pause(loopSeconds * 1_000)) {
      turns = (await followed()) ? turns + 1 : 0;
      if (turns === 4) return;
    }
    throw new Error("the cluster did not become whole");
  }

  return {
    url: `postgres://orgconfig@127.0.0.1:${port}/postgres`,
    async start() {
      const own = join(folder, "etcd");
      mkdirSync(own, { mode: 0o700 });
      ownedByPostgres(own);
      const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
      const etcd = run("etcd", [
        ...["--data-dir", own, "--listen-client-urls", client, "--advertise-client-urls", client],
        ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
        ...["--initial-cluster", `default=${peer}`, "--logger", "zap", "--log-level", "error"],
      ]);
      others.push(etcd);
      await listening(etcdPort, etcd);
      for (const member of members) startMember(member);
      await whole();
      const haproxy = run("haproxy", ["-db", "-q", "-f", join(folder, "haproxy.cfg")]);
      others.push(haproxy);
      await listening(port, haproxy);
    },
    async killLeader() {
      const leading = await leader();
      if (leading === undefined) throw new Error("nobody leads");
      for (const pid of ownPids(leading)) process.kill(pid, "SIGKILL");
      await killPostmaster(leading.data);
      return () => startMember(leading);
    },
    whole,
    async remove() {
      for (const member of members) {
        for (const pid of ownPids(member)) process.kill(pid, "SIGKILL");
        await killPostmaster(member.data).catch(() => {});
      }
      for (const child of others) {
        for (const pid of childrenOf(child.pid ?? 0)) process.kill(pid, "SIGKILL");
        child.kill("SIGKILL");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(name: "patroni" | "etcd" | "haproxy", args: readonly string[]): ChildProcess {
  const asRoot = process.getuid?.() === 0;
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const path = binary(name);
  return asRoot
    ? spawn("runuser", ["-u", "postgres", "--", path, ...args], {
        env,
        stdio: "ignore",
        cwd: tmpdir(),
      })
    : spawn(path, args, { env, stdio: "ignore" });
}

/** Patroni itself, below the program that changed the user. */
function ownPids({ child }: Member): number[] {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return [];
  const below = childrenOf(child.pid);
  return process.getuid?.() === 0 ? below : [child.pid];
}

function patroniConfig(member: Member, etcdPort: number): string {
  const login = (username: string) => ({ username, password: "of-the-fault-tests" });
  const config = {
    scope: "orgconfig",
    name: member.name,
    restapi: {
      listen: `127.0.0.1:${member.restPort}`,
      connect_address: `127.0.0.1:${member.restPort}`,
    },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: leaseSeconds,
        loop_wait: loopSeconds,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${member.port}`,
      connect_address: `127.0.0.1:${member.port}`,
      data_dir: member.data,
      bin_dir: dirname(binary("initdb")),
      pgpass: `${member.data}.pgpass`,
      pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
      authentication: {
        superuser: login("orgconfig"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      parameters: { unix_socket_directories: "" },
      remove_data_directory_on_rewind_failure: true,
    },
  };
  // JSON is YAML.
  return JSON.stringify(config, undefined, 2);
}

function haproxyConfig(port: number, members: readonly Member[]): string {
  const servers = members.map(
    (member) => `  server ${member.name} 127.0.0.1:${member.port} check port ${member.restPort}`,
  );
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}
