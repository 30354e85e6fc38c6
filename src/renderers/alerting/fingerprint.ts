/** An alert's fingerprint as Prometheus and Alertmanager make it: FNV-1a, 64 bits, over the sorted labels (prometheus/common, model/signature.go). */
import type { Labels } from "./facts.ts";

const offset = 14_695_981_039_346_656_037n;
const prime = 1_099_511_628_211n;
const separator = 255;

export function fingerprintOf(labels: Labels): string {
  let sum = offset;
  const add = (byte: number) => {
    sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * prime);
  };
  const names = Object.keys(labels).sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  for (const name of names)
    for (const text of [name, labels[name] ?? ""]) {
      for (const byte of Buffer.from(text)) add(byte);
      add(separator);
    }
  return sum.toString(16).padStart(16, "0");
}
