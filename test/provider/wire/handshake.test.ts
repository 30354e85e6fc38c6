import { rmSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import {
  clientCertificate,
  handshakeLine,
  makeSocketDirectory,
  socketIn,
  startedByTerraform,
} from "../../../provider/wire/handshake.ts";

test("the line has six fields and ends", () => {
  expect(handshakeLine("/tmp/x/rpc.sock", Buffer.from("certificate!!"))).toBe(
    "1|6|unix|/tmp/x/rpc.sock|grpc|Y2VydGlmaWNhdGUhIQ\n",
  );
  expect(handshakeLine("/tmp/x/rpc.sock")).toBe("1|6|unix|/tmp/x/rpc.sock|grpc|\n");
});

test("only Terraform knows the cookie", () => {
  const value = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
  expect(startedByTerraform({ TF_PLUGIN_MAGIC_COOKIE: value })).toBe(true);
  expect(startedByTerraform({ TF_PLUGIN_MAGIC_COOKIE: "else" })).toBe(false);
  expect(startedByTerraform({})).toBe(false);
});

test("an empty client certificate counts as no certificate", () => {
  expect(clientCertificate({ PLUGIN_CLIENT_CERT: "" })).toBeUndefined();
  expect(clientCertificate({ PLUGIN_CLIENT_CERT: "pem" })).toBe("pem");
});

test.each([undefined, `/tmp/${"long".repeat(40)}`])(
  "the socket's path fits, wherever TMPDIR is: %s",
  (wanted) => {
    const directory = makeSocketDirectory({ PLUGIN_UNIX_SOCKET_DIR: wanted });
    try {
      expect(Buffer.byteLength(socketIn(directory))).toBeLessThan(104);
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
